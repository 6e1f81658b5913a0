import { posix } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { stringify } from "yaml";
import type { PlaygroundState } from "../../../packages/playground/src/link/state.ts";
import { commandWords } from "../../../scripts/generate/command-words.ts";
import {
  besides,
  documentIn,
  namedPolicy,
  NotOpened,
  policyIn,
  policyOfDocument,
  storedPolicyIn,
  textOf,
  type NamedPolicy,
} from "./files.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

type Values = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** A command that shows something of policies that the playground shows as well. */
interface ShownCommand {
  /** Those that the page can do as well. */
  readonly options: Options;
  readonly state: (names: readonly string[], values: Values, folder: string) => PlaygroundState;
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

const commands: Readonly<Record<string, ShownCommand>> = {
  lint: {
    // What is left to be found after fixing is found before, and the page fixes it, too.
    options: { protocol: text, fix: flag, "fix-dry-run": flag },
    state: (names, values, folder) => ({
      ...opened(namedPolicy(only(names), folder), values),
      pane: "outcome",
    }),
  },
  simulate: {
    options: {
      protocol: text,
      request: text,
      header: { type: "string", multiple: true },
      body: text,
      "client-ip": text,
      country: text,
      time: text,
      response: text,
      exchange: text,
      curl: text,
    },
    state: (names, values, folder) => ({
      ...opened(namedPolicy(only(names), folder), values),
      exchange: exchangeOf(values, folder),
      pane: "outcome",
    }),
  },
  test: {
    options: { coverage: flag, suggest: flag },
    state: (names, values, folder) => documentState("cases", "cases", names, values, folder),
  },
  prove: {
    options: { filter: text, reach: flag },
    state: (names, values, folder) => documentState("assertions", "proof", names, values, folder),
  },
  diff: {
    options: { semantic: flag, target: text, stored: text },
    state: ([before, after], values, folder) => {
      const { target, stored } = values;
      if (typeof target === "string" && typeof stored === "string") {
        const other = storedPolicyIn(posix.join(folder, stored));
        return { ...opened(namedPolicy(target, folder), {}), other, pane: "compare" };
      }
      if (before === undefined || after === undefined) {
        throw new NotOpened("It compares with what the service stores.");
      }
      const other = policyIn(namedPolicy(before, folder).file);
      return { ...opened(namedPolicy(after, folder), values), other, pane: "compare" };
    },
  },
  migrate: {
    options: { protocol: text, "forward-to": text },
    state: (names, values, folder) => {
      const { "forward-to": forwardTo } = values;
      return {
        ...opened(namedPolicy(only(names), folder), values),
        ...(typeof forwardTo === "string" && { forwardTo }),
        pane: "migrate",
      };
    },
  },
  draw: {
    options: { format: text },
    state: (names, values, folder) => ({
      ...opened(namedPolicy(only(names), folder), values),
      pane: "drawing",
    }),
  },
};

/**
 * What a command line shows, as a state of the page; nothing for a command that the page has nothing of.
 *
 * @param line - without the prompt
 * @param folder - that it is run in, from the top of the repository
 * @throws NotOpened when the page cannot show it
 */
export function commandState(line: string, folder: string): PlaygroundState | undefined {
  const [, name = "", ...args] = commandWords(line.replace(/^npx /, ""));
  const command = commands[name];
  if (command === undefined) return undefined;
  const { options } = command;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return command.state(positionals, values as Values, folder);
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw error;
    const [, option = ""] = /'(--?[\w-]+)/.exec(message) ?? [];
    throw new NotOpened(`The page has nothing for ${option}.`);
  }
}

function only([name, ...more]: readonly string[]): string {
  if (name === undefined) throw new NotOpened("It names no policy.");
  if (more.length > 0) throw new NotOpened("It names several policies.");
  return name;
}

function opened(
  { file, protocol }: NamedPolicy,
  values: Values,
): Pick<PlaygroundState, "policy" | "protocol"> {
  const policy = policyIn(file);
  const { protocol: given = protocol } = values;
  if (given !== undefined && given !== "http" && given !== "tcp") {
    throw new NotOpened(`The page has nothing for policies for ${String(given)}.`);
  }
  // A policy in TypeScript says itself what it is for.
  const isSaid = policy.language === "typescript" || given === undefined;
  return { policy, ...(!isSaid && { protocol: given }) };
}

function documentState(
  kind: "cases" | "assertions",
  pane: "cases" | "proof",
  names: readonly string[],
  values: Values,
  folder: string,
): PlaygroundState {
  const file = posix.join(folder, only(names));
  if (file.includes(`.${kind}.`)) {
    const document = { [kind]: documentIn(file) };
    return { ...opened(policyOfDocument(file), {}), ...document, pane };
  }
  const isAlone = values["reach"] === true;
  const [document] = isAlone ? [] : besides(file, kind);
  return {
    ...opened(namedPolicy(only(names), folder), {}),
    ...(document !== undefined && { [kind]: documentIn(document) }),
    pane,
  };
}

/** What the options give, as a document: that of a file, or one of its own. */
function exchangeOf(values: Values, folder: string): NonNullable<PlaygroundState["exchange"]> {
  const { protocol: _, exchange: file, curl, ...options } = values;
  const isAlone = Object.keys(options).length === 0;
  if ((file !== undefined || curl !== undefined) && !isAlone) {
    throw new NotOpened("Its options change what a file or a command line of curl gives.");
  }
  if (typeof file === "string") {
    return { format: "exchange", text: textOf(posix.join(folder, file)) };
  }
  if (typeof curl === "string") return { format: "curl", text: curl };
  const { request = "", header = [], body, country, time, response } = options;
  const [, method, url] = /^(?:(\S+) )?(\S+)$/.exec(String(request)) ?? [];
  const headers = Object.fromEntries(
    [header].flat().map((line) => String(line).split(/: *(.*)$/s, 2)),
  ) as Readonly<Record<string, string>>;
  const connection = {
    ...(options["client-ip"] !== undefined && { clientIp: options["client-ip"] }),
    ...(country !== undefined && { geo: { countryCode: country } }),
  };
  const document = {
    ...(time !== undefined && { time }),
    ...(Object.keys(connection).length > 0 && { connection }),
    ...(url !== undefined && {
      request: {
        ...(method !== undefined && { method }),
        url,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(body !== undefined && { body }),
      },
    }),
    ...(response !== undefined && { response: { status: Number(response) } }),
  };
  return { format: "exchange", text: stringify(document, { lineWidth: 0 }) };
}
