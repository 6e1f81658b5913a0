import { isJsonObject, isList, type JsonObject, type JsonValue } from "../../json-value.ts";
import { kindOf, type Problem } from "../../schema/schema-problems.ts";
import type { Target } from "../../target.ts";
import { shortened } from "../../text/shown.ts";
import { holderAt, type Holder, type HolderPlace } from "./holder.ts";

// Source of the format: "JSON Output Format" in Terraform's documentation. Before Terraform 1.1, its version was 0.

/** Checks whether a document is a plan, which has the values that are planned. */
export function isTerraformPlan(document: JsonValue | undefined): document is JsonObject {
  return isTerraform(document) && isJsonObject(document["planned_values"]);
}

/**
 * Returns the state that a plan was made for, as a document of its own; undefined when the plan does not tell it. A policy that
 * the plan marks as sensitive in the state is marked there.
 */
export function priorState({
  prior_state: state,
  resource_changes: changes,
}: JsonObject): JsonObject | undefined {
  const list = isList(changes) ? changes.filter(isJsonObject) : [];
  if (!isJsonObject(state)) return list.every(creates) ? emptyState : undefined;
  const marks = list.flatMap(({ address = null, change }) =>
    isJsonObject(change)
      ? [{ address, change: { after_sensitive: change["before_sensitive"] ?? null } }]
      : [],
  );
  return { ...state, resource_changes: marks };
}

/** The state of a plan that creates everything: Terraform leaves an empty one out. Source: its package jsonplan. */
const emptyState: JsonObject = { format_version: "1.0", values: { root_module: {} } };

function creates({ change }: JsonObject): boolean {
  const actions = isJsonObject(change) ? change["actions"] : undefined;
  return isList(actions) && actions.every((action) => action === "create" || action === "read");
}

/** Checks whether a document is what `terraform show -json` prints of a plan or a state, which may be empty. */
export function isTerraform(document: JsonValue | undefined): document is JsonObject {
  if (!isJsonObject(document) || typeof document["format_version"] !== "string") return false;
  const { planned_values: planned, values, terraform_version: version } = document;
  const isEmpty = typeof version === "string" || Object.keys(document).length === 1;
  return isJsonObject(planned) || isJsonObject(values) || isEmpty;
}

/** The same in a format that is read. */
export function isReadTerraform(document: JsonValue | undefined): boolean {
  return isTerraform(document) && terraformProblem(document) === undefined;
}

/** Checks whether a text that cannot be parsed is of a plan or a state. */
export function isMeantAsTerraform(text: string): boolean {
  return /"format_version"\s*:/.test(text) && /"(?:root_module|resource_changes)"\s*:/.test(text);
}

/** Returns the problem of a plan or a state whose format is of another major version, if there is one. */
export function terraformProblem(document: JsonObject): Problem | undefined {
  const { format_version: format } = document;
  if (!isTerraform(document) || typeof format !== "string" || /^[01]\./.test(format)) return;
  return {
    path: "/format_version",
    message: `The format ${shortened(format)} of Terraform's JSON is not supported.`,
    help: "Formats 0 and 1 are read; a newer version of traffic-policy may read this one.",
  };
}

/** Returns the places for policies in the resources of a plan or a state; empty for other documents. */
export function placesInTerraform(document: JsonObject): readonly HolderPlace[] {
  if (!isTerraform(document) || terraformProblem(document) !== undefined) return [];
  const changes = document["resource_changes"];
  const marks = {
    unknown: markedAttributes(changes, "after_unknown", policyAttribute),
    sensitive: markedAttributes(changes, "after_sensitive", policyAttribute),
  };
  return resourcesOf(document).flatMap((resource) => placesInResource(resource, marks));
}

const policyAttribute = "traffic_policy";

/** Returns the resources of a plan or a state, those of all modules. */
export function resourcesOf(document: JsonObject): readonly Resource[] {
  const key = isJsonObject(document["planned_values"]) ? "planned_values" : "values";
  const values = document[key];
  const root = isJsonObject(values) ? values["root_module"] : undefined;
  return resourcesIn(root, [key, "root_module"]);
}

interface Resource {
  readonly path: readonly string[];
  readonly resource: JsonObject;
}

function resourcesIn(module: JsonValue | undefined, path: readonly string[]): Resource[] {
  if (!isJsonObject(module)) return [];
  const each = (key: string): Resource[] => {
    const list = module[key];
    return !isList(list)
      ? []
      : list.flatMap((resource, index) =>
          isJsonObject(resource) ? [{ path: [...path, key, String(index)], resource }] : [],
        );
  };
  return [
    ...each("resources"),
    ...each("child_modules").flatMap((child) => resourcesIn(child.resource, child.path)),
  ];
}

type Addresses = ReadonlySet<JsonValue | undefined>;

/** Returns the addresses of the resources of which an attribute is marked so in the changes of a plan. */
export function markedAttributes(
  changes: JsonValue | undefined,
  mark: "after_unknown" | "after_sensitive",
  attribute: string,
): Addresses {
  const list = isList(changes) ? changes.filter(isJsonObject) : [];
  return new Set(
    list.flatMap(({ address, change }) =>
      isJsonObject(change) && hasMarked(change[mark], attribute) ? [address] : [],
    ),
  );
}

function hasMarked(marks: JsonValue | undefined, attribute: string): boolean {
  return isMarked(isJsonObject(marks) ? marks[attribute] : marks);
}

function isMarked(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.some(isMarked);
  return isJsonObject(value) ? Object.values(value).some(isMarked) : value === true;
}

function placesInResource(
  { path, resource }: Resource,
  marks: { readonly unknown: Addresses; readonly sensitive: Addresses },
): HolderPlace[] {
  const { address, type, mode, values, sensitive_values: sensitive } = resource;
  if (typeof type !== "string" || !type.startsWith("ngrok_") || mode === "data") return [];
  if (typeof address !== "string" || !isJsonObject(values)) return [];
  const policy = values["traffic_policy"];
  const isSensitive = hasMarked(sensitive, policyAttribute) || marks.sensitive.has(address);
  const isUnknown = marks.unknown.has(address);
  // The resources of edges have a block; that of cloud endpoints has a text.
  const inside = isList(policy) ? ["0", "value"] : [];
  if ((policy === undefined || policy === null) && !isUnknown) return [];
  return [
    {
      holder: {
        ...holderAt(address, values["url"] ?? edgeProtocol(type)),
        ...(type === "ngrok_cloud_endpoint" && { isOfCloudEndpoint: true }),
        ...whereHeld(type, open(values, sensitive)),
        ...(isDisabled(policy) && { isDisabled: true }),
      },
      path: [...path, "values", "traffic_policy", ...inside],
      isText: true,
      ...(isUnknown && { unread: "known only after apply" }),
      ...(isSensitive && { unread: "marked as sensitive" }),
    },
  ];
}

/** Returns the values that are not marked as sensitive, because places are printed. */
export function open(values: JsonObject, marks: JsonValue | undefined): JsonObject {
  const isOpen = (key: string): boolean => !isMarked(isJsonObject(marks) ? marks[key] : marks);
  return Object.fromEntries(Object.entries(values).filter(([key]) => isOpen(key)));
}

/**
 * Returns the target that a resource is, or the URL of a cloud endpoint without an identifier. Attributes have the names
 * of the API's fields; a resource that is still to be created has no identifier.
 */
function whereHeld(type: string, values: JsonObject): Pick<Holder, "target" | "url"> {
  const { id, url } = values;
  const target = typeof id === "string" ? targetOf(type, id, values["edge_id"]) : undefined;
  if (target !== undefined) return { target };
  return type === "ngrok_cloud_endpoint" && typeof url === "string" ? { url } : {};
}

function targetOf(type: string, id: string, edge: JsonValue | undefined): Target | undefined {
  if (type === "ngrok_cloud_endpoint") return { kind: "cloud-endpoint", endpoint: id };
  if (type === "ngrok_tcp_edge") return { kind: "tcp-edge", edge: id };
  const isRoute = type === "ngrok_https_edge_route" && typeof edge === "string";
  return isRoute ? { kind: "https-route", edge, route: id } : undefined;
}

function isDisabled(policy: JsonValue | undefined): boolean {
  const [block] = isList(policy) ? policy : [];
  return isJsonObject(block) && block["enabled"] === false;
}

function edgeProtocol(type: string): string | undefined {
  return /^ngrok_(https|tcp|tls)_edge/.exec(type)?.[1];
}

/** Describes a value that is no text where a resource has its policy. */
export function noPolicyText(value: JsonValue): Pick<Problem, "message" | "help"> {
  return {
    message: `"traffic_policy" must be a text with JSON or YAML, not ${kindOf(value)}.`,
    help: "Write it with jsonencode(…), or read a file with file(…).",
  };
}
