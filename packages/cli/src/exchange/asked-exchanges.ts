import { decode, type Files } from "@traffic-policy/project";
import { CommandError, type Context } from "../context.ts";
import type { GivenExchangeOptions } from "../program/exchange-options.ts";
import { curlExchange } from "./curl.ts";
import { readExchanges, withOptions, type GivenExchange } from "./given-exchange.ts";

export async function askedExchanges(
  options: GivenExchangeOptions,
  context: Context,
): Promise<GivenExchange | readonly GivenExchange[]> {
  checkSources(options);
  const { exchange: file, entry, curl } = options;
  const content = file === undefined ? undefined : await readExchanges(file, context);
  if (content?.kind !== "har" && entry !== undefined) {
    throw new CommandError("--entry selects an exchange of a HAR file, but none is given.", {
      help: "Give the file with --exchange.",
    });
  }
  if (content?.kind === "har") {
    if (content.entries.length === 0) {
      throw new CommandError(`${file}: The HAR file has no entries.`, {
        help: "Record requests, and save them again.",
      });
    }
    if (entry === undefined) {
      return content.entries.map((one) => withOptions(one, options));
    }
    const chosen = content.entries[entry - 1];
    if (chosen !== undefined) return withOptions(chosen, options);
    throw new CommandError(`${file}: There is no entry ${entry}.`, {
      help: `Its last entry is ${content.entries.length}.`,
    });
  }
  if (content !== undefined) return withOptions(content.given, options);
  if (curl === undefined) return withOptions(noExchange(context.files), options);
  const line = curl === "-" ? decode(await context.terminal.readAll(), "standard input") : curl;
  return withOptions(curlExchange(line.trim(), context.files), options);
}

function checkSources(options: GivenExchangeOptions): void {
  const names = (["exchange", "curl", "request"] as const)
    .filter((name) => options[name] !== undefined)
    .map((name) => `--${name}`);
  if (names.length < 2) return;
  throw new CommandError(`${names.join(" and ")} cannot be used together.`, {
    help: "Each gives a request, and an exchange has only one.",
  });
}

function noExchange(files: Files): GivenExchange {
  return { exchange: {}, folder: files.folder, files, place: () => "" };
}
