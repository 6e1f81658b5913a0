import { terminalScreen } from "../picture/terminal-screen.ts";
import { terminalSvg } from "../picture/terminal-svg.ts";
import { ExampleSession } from "./example-session.ts";
import type { GeneratedFile } from "./generated-file.ts";

const columns = 98;

/** Writes what the service holds before the pictures are made. */
const earlier = "deploy --yes --config earlier.config.json";

/** A picture shows commands, run in the examples, each with all that it printed, in colour. */
const pictures = [
  {
    path: "docs/pictures/tour.svg",
    commands: ["lint mistakes/web.json", "plan --target web", "simulate ssh --country NO"],
  },
  {
    path: "docs/pictures/prove.svg",
    commands: ["prove", "prove --reach proving/shop.policy.yaml"],
  },
  { path: "docs/pictures/plan.svg", commands: ["plan"] },
  { path: "docs/pictures/deploy.svg", commands: ["deploy --yes"] },
];

/** Drawings of policies and of a site, as the command prints them. */
const drawings = [
  { path: "docs/pictures/drawing.svg", args: ["draw", "web"] },
  {
    path: "docs/pictures/drawing-request.svg",
    args: [
      "draw",
      "web",
      "--request",
      "POST https://shop.example/v1/orders",
      "--header",
      "User-Agent: curl/8",
      "--body",
      "{}",
      "--country",
      "BR",
      "--response",
      "200",
    ],
  },
  {
    path: "docs/pictures/drawing-compare.svg",
    args: ["draw", "earlier/web.json", "web", "--compare"],
  },
  {
    path: "docs/pictures/drawing-site.svg",
    args: ["draw", "--site", "sites/shop", "--request", "GET https://shop.example.com/search"],
  },
];

/** The pictures of the pages, made from what the built command prints, one after the other. */
export async function filledPictures(): Promise<GeneratedFile[]> {
  const session = new ExampleSession();
  try {
    await session.run(earlier.split(" "));
    const files: GeneratedFile[] = [];
    for (const { path, commands } of pictures) {
      const shown: string[] = [];
      for (const command of commands) {
        const env = { FORCE_COLOR: "1" };
        const printed = await session.run(command.split(" "), { env, columns });
        shown.push(`\u001b[1m$ traffic-policy ${command}\u001b[22m\n${printed}`);
      }
      const lines = await terminalScreen(shown.join("\n"), columns);
      const title = `What traffic-policy ${commands.join(", ")} prints`;
      files.push({ path, text: terminalSvg(lines, { columns, title }) });
    }
    for (const { path, args } of drawings) files.push({ path, text: await session.run(args) });
    return files;
  } finally {
    session.close();
  }
}
