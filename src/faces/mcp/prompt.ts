import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** The one prompt: an answer in which every statement can be checked. */
export function registerPrompt(server: McpServer): void {
  server.registerPrompt(
    "answer-with-evidence",
    {
      title: "Answer with evidence",
      description: "Answers a question from the library's documents, with quotes that were verified and cited.",
      argsSchema: z.object({ question: z.string().describe("What to answer") }),
    },
    ({ question }) => ({
      messages: [{ role: "user" as const, content: { type: "text" as const, text: instructions(question) } }],
    }),
  );
}

function instructions(question: string): string {
  return `Answer this question from the documents in the Footnote library, and from nothing else:

${question}

1. Call \`search\` with the question's own terms; search again with other words when the first results do not answer it.
2. Call \`read\` on the locators you want to use, so that you quote the passage in its context.
3. Write the answer. Put every fact that comes from a document into a short literal quote, followed by its locator.
4. Call \`verify\` on the answer. Correct or drop each quote that is not "supported".
5. Call \`cite\` on the locators that remain and end with these references.

When \`search\` refuses, or what it finds does not answer the question, say that the documents do not answer it.`;
}
