"""Files of the program itself: written completely or not at all, safe tables, checked tensors, assets."""
