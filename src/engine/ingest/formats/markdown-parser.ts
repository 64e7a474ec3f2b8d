import { GFM, type InlineContext, type MarkdownConfig, parser } from "@lezer/markdown";

/** Steps over a run of spaces at once; the grammar looks for a hard break from each of them, in quadratic time. */
const SpaceRun: MarkdownConfig = {
  parseInline: [
    {
      name: "SpaceRun",
      before: "HardBreak",
      parse(context, next, start) {
        if (next !== SPACE || context.char(start + 1) !== SPACE) return -1;
        let end = start + 2;
        while (context.char(end) === SPACE) end++;
        return context.char(end) === LINE_FEED ? -1 : end;
      },
    },
  ],
};

/** Links of one paragraph that are read as links; each costs the grammar a walk over all before it. The others stand as they are written. */
const MOST_LINKS = 2000;

const linksIn = new WeakMap<InlineContext, number>();

const LinkLimit: MarkdownConfig = {
  parseInline: [
    {
      name: "LinkLimit",
      before: "LinkEnd",
      parse(context, next, start) {
        if (next !== CLOSING_BRACKET) return -1;
        const links = (linksIn.get(context) ?? 0) + 1;
        linksIn.set(context, links);
        return links > MOST_LINKS ? start + 1 : -1;
      },
    },
  ],
};

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CLOSING_BRACKET = 0x5d;

/** CommonMark with GitHub's tables, task lists, strikethrough and autolinks, in time that does not run away. */
export const markdownParser = parser.configure([GFM, SpaceRun, LinkLimit]);
