"""VERA's own MCP tests ask a server object in their process. This one asks the executable that FOOTNOTE names, over stdio."""

import os

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


class _Server:
    async def _ask(self, question):
        parameters = StdioServerParameters(
            command=os.environ["FOOTNOTE"],
            args=["mcp", "--profile", "vera"],
            env=dict(os.environ),
        )
        async with stdio_client(parameters) as (read, write):
            async with ClientSession(read, write) as session:
                await session.initialize()
                return await question(session)

    async def list_tools(self):
        return (await self._ask(lambda session: session.list_tools())).tools

    async def read_resource(self, uri):
        return (await self._ask(lambda session: session.read_resource(uri))).contents

    async def call_tool(self, name, arguments):
        result = await self._ask(lambda session: session.call_tool(name, arguments))
        if result.isError:
            raise RuntimeError(result.content[0].text)
        if result.meta:
            return result
        if result.structuredContent is None:
            return result.content
        return result.content, result.structuredContent


def build_server(policy=None):
    if policy is not None:
        raise NotImplementedError("restricted mode is tested beside the executable's own tests")
    return _Server()
