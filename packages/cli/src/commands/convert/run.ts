import { isJsonObject } from "@traffic-policy/policy-language";
import {
  documentOf,
  isCode,
  loadPolicy,
  typescriptText,
  type Files,
} from "@traffic-policy/project";
import { projectOf, hideConfiguredKeys } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";

import { withoutDash } from "../../program/options.ts";
import type { ConvertOptions } from "./command.ts";
import { printSource } from "./report.ts";
import { writeFile } from "../../write-file.ts";

/** Runs `traffic-policy convert <policy>`: prints TypeScript that builds the document. */
export default async function convert(
  name: string,
  given: ConvertOptions,
  context: Context,
): Promise<ExitStatus> {
  const options = withoutDash(given);
  const { files } = context;
  const [named = name] = await projectOf({}, context).paths([name]);
  const path = files.resolve(named);
  if (isCode(path)) await hideConfiguredKeys(context);
  const loaded = await loadPolicy(path, files);
  const document = documentOf(loaded);
  if (!isJsonObject(document)) {
    throw new CommandError(`${loaded.source.file}: The file holds no policy document.`, {
      help: 'A policy document is an object, like {"inbound": […]}.',
    });
  }
  const protocol = options.protocol ?? loaded.protocol;
  const source = await typescriptText(loaded.source.file, document, protocol);
  if (options.out !== undefined) await write(options.out, source, options.force === true, files);
  printSource(source, options, context);
  return exitStatus.ok;
}

async function write(out: string, source: string, force: boolean, files: Files): Promise<void> {
  const file = files.resolve(out);
  const name = files.nameOf(file);
  if (!/\.m?ts$/.test(file)) {
    throw new CommandError(`${name}: The result is TypeScript.`, {
      help: "Use a file name that ends in .ts or .mts.",
    });
  }
  const before = files.bytesIfAny(file);
  if (!force && before !== undefined) {
    throw new CommandError(`${name}: The file already exists.`, {
      help: "Use --force to overwrite it.",
    });
  }
  await writeFile(file, source, before, files);
}
