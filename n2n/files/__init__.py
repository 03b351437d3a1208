"""Files of the program itself: written whole or not at all, and the folder of what ships with it."""
