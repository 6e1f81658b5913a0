import { readEndpoints, type Endpoint } from "@traffic-policy/api";
import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { counted, printable } from "@traffic-policy/policy-language/internal";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { printJson } from "../../report/json.ts";
import { withClient } from "../../service/connect.ts";
import { writeFile } from "../../write-file.ts";
import type { PullOptions } from "./command.ts";
import type { PulledSiteOutput } from "./output.ts";

/** Runs `traffic-policy pull --site <file>`: writes the endpoints of the account, for `audit --site`. */
export async function pullSite(
  names: readonly string[],
  path: string,
  options: PullOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files, terminal } = context;
  if (
    names.length > 0 ||
    options.target !== undefined ||
    options.tag !== undefined ||
    options.all
  ) {
    throw new CommandError("--site is about the whole account, and not about targets.", {
      help: "Remove the names of targets, --tag and --all.",
    });
  }
  const file = files.resolve(path);
  if (!/\.json$/i.test(file)) {
    throw new CommandError(`${path}: The endpoints are written as JSON.`, {
      help: "Give the file a name like site.json.",
    });
  }
  const before = files.bytesIfAny(file);
  if (before !== undefined && options.force !== true && !isEndpointList(before.toString())) {
    throw new CommandError(`${path}: The file holds something else than endpoints.`, {
      help: "Choose another file, or overwrite it with --force.",
    });
  }
  const endpoints = await endpointsOf(options, context);
  const text = `${JSON.stringify({ endpoints }, undefined, 2)}\n`;
  const isNew = before?.toString() !== text;
  if (isNew && options.dryRun !== true) await writeFile(file, text, before, files);
  const count = { endpoints: endpoints.length, withoutPolicy: endpoints.filter(isUntold).length };
  const name = files.nameOf(file);
  if (options.format === "json") {
    const output: PulledSiteOutput = { version: 1, file: name, ...count, isChanged: isNew };
    printJson(output, terminal);
  } else {
    const verb = isNew ? (options.dryRun === true ? "would write" : "wrote") : "unchanged";
    terminal.print(`${verb}  ${printable(name)}  ${counted(count.endpoints, "endpoint")}\n`);
    if (count.withoutPolicy > 0) {
      terminal.print(
        `The service does not tell the policies of ${counted(count.withoutPolicy, "endpoint")}: what these let through stays unknown.\n`,
      );
    }
  }
  return isNew && options.dryRun === true ? exitStatus.findings : exitStatus.ok;
}

const fields = [
  "id",
  "type",
  "name",
  "url",
  "public_url",
  "bindings",
  "pooling_enabled",
  "traffic_policy",
] as const;

type PulledEndpoint = Pick<Endpoint, (typeof fields)[number]>;

function endpointsOf(options: PullOptions, context: Context): Promise<PulledEndpoint[]> {
  return withClient(options, context, async (client, { concurrency }) => {
    const endpoints = await readEndpoints(client, { concurrency });
    // A list that is read again may have another order.
    return endpoints.map(pulled).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  });
}

function pulled(endpoint: Endpoint): PulledEndpoint {
  const entries = fields.flatMap((field) =>
    endpoint[field] === undefined ? [] : [[field, endpoint[field]] as const],
  );
  return Object.fromEntries(entries) as unknown as PulledEndpoint;
}

function isUntold({ traffic_policy: policy, type }: PulledEndpoint): boolean {
  return type !== "edge" && (policy === undefined || policy === null || policy.trim() === "");
}

function isEndpointList(text: string): boolean {
  try {
    const value = JSON.parse(text) as JsonValue;
    return (
      isJsonObject(value) && Array.isArray(value["endpoints"]) && Object.keys(value).length === 1
    );
  } catch {
    return false;
  }
}
