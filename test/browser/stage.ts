import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import axe from "axe-core";
import { type Browser, chromium, type FrameLocator, type Page } from "playwright-core";

/** What a page under test may be. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: "light" | "dark";
}

export const DESKTOP: Look = { width: 1200, height: 900, theme: "light" };
export const PHONE: Look = { width: 390, height: 844, theme: "light" };

/** A page in a browser, with all that it complained about. */
export interface Stage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Chromium from CHROMIUM, or from the PATH. Throws when there is none: these tests are never skipped. */
export function launch(): Promise<Browser> {
  const path = process.env.CHROMIUM ?? Bun.which("chromium") ?? Bun.which("google-chrome");
  if (path === null || path === undefined)
    throw new Error("These tests need Chromium: install it (apt-get install chromium), or name it by CHROMIUM.");
  // Containers run tests as root, where Chromium's own sandbox does not start.
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
}

/** A page that reaches nothing but files. */
export async function stage(browser: Browser, { width, height, theme }: Look): Promise<Stage> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, offline: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!/^(?:file|data|about):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Shows the viewer of `client`'s server in a host page, as after a call of `tool`. */
export async function showInHost(
  { page }: Stage,
  client: Pick<Client, "readResource" | "callTool">,
  { tool, input, uri, theme }: { tool: string; input: Record<string, unknown>; uri: string; theme: Look["theme"] },
): Promise<FrameLocator> {
  const { contents } = await client.readResource({ uri });
  const html = contents[0] !== undefined && "text" in contents[0] ? contents[0].text : "";
  const result = await client.callTool({ name: tool, arguments: input });
  await page.exposeFunction("callTool", (name: string, given: Record<string, unknown>) =>
    client.callTool({ name, arguments: given }),
  );
  await page.goto(`file://${join(import.meta.dir, "host.html")}`);
  const context = { theme, displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] };
  await page.evaluate(`show(${JSON.stringify(html)}, ${JSON.stringify(result)}, ${JSON.stringify(context)})`);
  return page.frameLocator("iframe");
}

/** Whether the page, or a frame in it, is wider than its window. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  for (const frame of page.frames()) {
    const wide = await frame.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
    if (wide === true) return true;
  }
  return false;
}

/** Barriers that axe finds in a page, each with the elements it means. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
  return violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Keeps a picture in the folder that SCREENSHOTS names, when it names one. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
