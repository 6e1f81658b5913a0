import { statSync } from "node:fs";
import { join } from "node:path";
import { folderName } from "@traffic-policy/project/files";
import { isDrawing } from "@traffic-policy/report/drawing";
import { CommandError, type Context } from "../../context.ts";
import { visible } from "@traffic-policy/report";
import { makeFolder, writeFile } from "../../write-file.ts";
import type { PictureFormat } from "./command.ts";

export interface Picture {
  readonly name: string;
  readonly text: string;
}

/** File extensions; files in a folder get the first. */
const endings: Readonly<Record<PictureFormat, readonly [string, ...string[]]>> = {
  svg: [".svg"],
  mermaid: [".mmd", ".mermaid"],
};

const formatNames: Readonly<Record<PictureFormat, string>> = { svg: "SVG", mermaid: "Mermaid" };

/**
 * Writes a picture to a file, or several to a folder, and prints their names.
 *
 * @throws CommandError, and nothing is written, for an existing file that is not a picture of a policy, unless it may
 *   be overwritten; also when a file cannot be written, which leaves the files before it written
 */
export async function writePictures(
  pictures: readonly Picture[],
  {
    out,
    format,
    force,
  }: { readonly out: string; readonly format: PictureFormat; readonly force: true | undefined },
  { files, terminal }: Pick<Context, "files" | "terminal">,
): Promise<void> {
  const path = files.resolve(out);
  const isFolder = pictures.length > 1 || /[/\\]$/.test(out) || isThere(path, "folder");
  if (isFolder && isThere(path, "file")) {
    throw new CommandError(`${files.nameOf(path)}: This is a file.`, {
      help: "Several pictures need a folder.",
    });
  }
  if (isFolder) checkDistinct(pictures);
  else checkEnding(files.nameOf(path), format);
  const written = pictures.map(({ name, text }) => {
    const file = isFolder ? join(path, `${folderName(name)}${endings[format][0]}`) : path;
    const before = files.bytesIfAny(file);
    if (before !== undefined && force !== true && !isDrawing(before.toString("utf8"))) {
      throw new CommandError(
        `${files.nameOf(file)}: The file already exists, and is not a picture of a policy.`,
        { help: "Use --force to overwrite it." },
      );
    }
    return { file, text, before };
  });
  if (isFolder) makeFolder(path, files);
  for (const { file, text, before } of written) {
    const isSame = before?.toString("utf8") === text;
    if (!isSame) await writeFile(file, text, before, files);
    terminal.err(`${visible(files.nameOf(file))} ${isSame ? "is unchanged" : "was written"}.\n`);
  }
}

function isThere(path: string, what: "file" | "folder"): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() === (what === "folder");
}

function checkEnding(name: string, format: PictureFormat): void {
  if (endings[format].some((ending) => name.endsWith(ending))) return;
  const others = (Object.keys(endings) as PictureFormat[]).filter((one) =>
    endings[one].some((ending) => name.endsWith(ending)),
  );
  const [ending] = endings[format];
  throw new CommandError(`${name}: The picture is ${formatNames[format]}.`, {
    help: `Use a file name that ends in ${ending}${others.map((one) => `, or --format ${one}`).join("")}.`,
  });
}

/** Some file systems do not distinguish upper and lower case. */
function checkDistinct(pictures: readonly Picture[]): void {
  const known = new Map<string, string>();
  for (const { name } of pictures) {
    const file = folderName(name).toLowerCase();
    const other = known.get(file);
    if (other !== undefined) {
      throw new CommandError(`The pictures of "${other}" and "${name}" would share one file.`, {
        help: "Draw them one by one, each with a file of its own.",
      });
    }
    known.set(file, name);
  }
}
