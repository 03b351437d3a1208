"""What `n2n explore`, or `streamlit run app.py` in a checkout, serves: pages/explorer.py, and a cookie for
its visitors.
"""

import asyncio
import webbrowser
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from n2n.training.workers import pool
from pages.session.visitor import Remember

WARM_UP_AFTER = 2.0


@asynccontextmanager
async def _begin(_):
    """Start the workers when the first page has been shown, and open the browser, which Streamlit does for
    scripts only.
    """
    asyncio.get_running_loop().call_later(WARM_UP_AFTER, pool().start)
    if not st.get_option("server.headless"):
        scheme = "https" if st.get_option("server.sslCertFile") else "http"
        host, path = st.get_option("server.address"), st.get_option("server.baseUrlPath").strip("/")
        url = f"{scheme}://{host}:{st.get_option('server.port')}/{path}"
        asyncio.get_running_loop().call_later(0.5, webbrowser.open, url)  # when the server answers
    yield


app = st.App("pages/explorer.py", middleware=[Middleware(Remember)], lifespan=_begin)
