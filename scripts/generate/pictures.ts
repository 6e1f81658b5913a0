import { terminalScreen } from "../picture/terminal-screen.ts";
import { terminalSvg } from "../picture/terminal-svg.ts";
import { ExampleSession } from "./example-session.ts";
import type { GeneratedFile } from "./generated-file.ts";

const columns = 92;

/** What the service holds before the pictures are made. */
const earlier = [
  "edges update edge_1 --policy earlier/ssh.json",
  "routes policy set edge_2 route_1 --policy earlier/web.json",
];

/** A picture shows one command, run in the examples, and all that it printed, in colour. */
const pictures = [
  { path: "docs/pictures/plan.svg", command: "plan" },
  { path: "docs/pictures/deploy.svg", command: "deploy --yes" },
];

/** The pictures of the pages, made from what the built command prints, one after the other. */
export async function filledPictures(): Promise<GeneratedFile[]> {
  const session = new ExampleSession();
  try {
    for (const command of earlier) await session.run(command.split(" "));
    const files: GeneratedFile[] = [];
    for (const { path, command } of pictures) {
      const line = `traffic-policy ${command}`;
      const printed = await session.run(command.split(" "), { env: { FORCE_COLOR: "1" } });
      const lines = await terminalScreen(`\u001b[1m$ ${line}\u001b[22m\n${printed}`, columns);
      files.push({ path, text: terminalSvg(lines, { columns, title: `What ${line} prints` }) });
    }
    return files;
  } finally {
    session.close();
  }
}
