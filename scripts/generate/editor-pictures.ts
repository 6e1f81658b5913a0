import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EditorScreen } from "../picture/editor-screen.ts";
import { terminalSvg } from "../picture/terminal-svg.ts";
import { userEnvironment } from "../user-environment.js";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

const columns = 110;

/** Other versions have other colours, and would change the pictures. */
const editor = { command: "nvim", version: "NVIM v0.7.2" };

const settings = fileURLToPath(new URL("docs/examples/editors/neovim.lua", root));
const command = fileURLToPath(new URL("packages/cli/bin/traffic-policy.cjs", root));

interface EditorPicture {
  readonly path: string;
  /** What is in the picture, for whoever does not see it. */
  readonly title: string;
  readonly rows: number;
  readonly files: Readonly<Record<string, string>>;
  readonly open: string;
  /** What is waited for and then typed, one after the other; the last is only waited for. */
  readonly steps: readonly { readonly shows: string; readonly type?: string }[];
  /** What the steps change in the file that is open, and what it is then. */
  readonly typed?: readonly [before: string, after: string];
}

/** What is typed in Neovim, with which settings of the page, and what then appears. */
export const editorPictures: readonly EditorPicture[] = [
  {
    path: "docs/pictures/editor-findings.svg",
    title: "Neovim shows what lint finds in a policy, and what a function is",
    rows: 22,
    files: {
      "web.policy.yaml": `inbound:
  - name: The shop has moved
    expressions:
      - req.Host == 'old.example.com'
    actions:
      - type: redirect
        config: { from: ".*", to: "https://example.com/shop" }
  - name: Only the office may post
    expressions:
      - req.methd == 'POST'
      - "!inCidrRange(conn.client_ip, '192.0.2.0/24')"
    actions:
      - type: deny
`,
    },
    open: "web.policy.yaml",
    steps: [{ shows: "Did you mean", type: "11gg0fRK" }, { shows: "inCidrRange(address" }],
  },
  {
    path: "docs/pictures/editor-completion.svg",
    title: "Neovim completes a variable inside of an expression",
    rows: 17,
    files: {
      "web.policy.yaml": `inbound:
  - name: Only the office may write
    expressions:
      - req.method == 'POST'
      - "!inCidrRange(conn.client_ip, '192.0.2.0/24')"
    actions:
      - type: deny
`,
    },
    open: "web.policy.yaml",
    steps: [
      { shows: "matches", type: "4ggA && req.\u0018\u000f" },
      { shows: "user_agent" },
      { shows: "has errors" },
    ],
    typed: ["'POST'", "'POST' && req."],
  },
  {
    path: "docs/pictures/editor-lenses.svg",
    title: "Neovim shows lenses above a policy and each rule, with a request that matches it",
    rows: 17,
    files: {
      "web.policy.yaml": `inbound:
  - name: Only the office may write
    expressions:
      - req.method in ['POST', 'PUT', 'PATCH', 'DELETE']
      - "!inCidrRange(conn.client_ip, '192.0.2.0/24')"
    actions:
      - type: deny
  - name: The old interface is gone
    expressions:
      - req.url.path.matches('^/v[12]/orders/[0-9]{4}$')
      - "'x-tenant' in req.headers"
    actions:
      - type: custom-response
        config: { status_code: 410, headers: { content-type: text/plain }, content: Gone }
`,
      "web.cases.yaml": `cases:
  - name: Anybody may read
    request: { url: "https://example.com/" }
    expect: { outcome: forwarded }
`,
    },
    open: "web.policy.yaml",
    steps: [{ shows: "matches GET https://example.com/v" }],
  },
];

/**
 * The pictures of the page about editors, from the screen of Neovim with the built command; those that are there stay
 * where it is not installed in the version that they are made with.
 */
export async function filledEditorPictures(): Promise<GeneratedFile[]> {
  const { stdout } = spawnSync(editor.command, ["--version"], { encoding: "utf8" });
  if (!`${stdout}`.startsWith(editor.version)) {
    console.log(`docs/pictures/editor-*.svg are kept: they are made with ${editor.version}.`);
    return [];
  }
  const files: GeneratedFile[] = [];
  for (const picture of editorPictures) files.push(await drawn(picture));
  return files;
}

async function drawn({
  path,
  title,
  rows,
  files,
  open,
  steps,
}: EditorPicture): Promise<GeneratedFile> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-editor-"));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(command, join(folder, "node_modules/.bin/traffic-policy"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const screen = new EditorScreen(
    [
      editor.command,
      "--clean",
      "-n",
      "-u",
      settings,
      ...looks.flatMap((one) => ["--cmd", one]),
      open,
    ],
    { columns, rows, cwd: folder, env: { ...userEnvironment(), HOME: folder, LANG: "C.UTF-8" } },
  );
  try {
    let lines: Awaited<ReturnType<EditorScreen["shows"]>> = [];
    for (const { shows, type = "" } of steps) {
      lines = await screen.shows(shows);
      screen.type(type);
    }
    // Where the pages are on this machine is nobody's business.
    const ours = lines.filter((runs) => !runs.some(({ text }) => text.includes("file://")));
    const shown = ours.slice(0, ours.findLastIndex((runs) => runs.length > 0) + 1);
    return { path, text: terminalSvg(shown, { columns, title }) };
  } finally {
    screen.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nothing but the text and what the server says, in the sixteen colours of a terminal. */
const looks = [
  "set t_Co=16 noruler noshowmode noshowcmd laststatus=0 shortmess+=FIcs fillchars=eob:\\ ",
  "autocmd VimEnter * highlight Pmenu ctermfg=15 ctermbg=0 | highlight PmenuSel ctermfg=15 ctermbg=8",
  "autocmd VimEnter * highlight PmenuSbar ctermbg=0 | highlight PmenuThumb ctermbg=8",
  "autocmd VimEnter * highlight Comment ctermfg=8 | highlight DiagnosticWarn ctermfg=11",
];
