import { isToken, shortened, type JsonSchema } from "@traffic-policy/policy-language";
import { setHeaders } from "../../analysis/config/set-headers.ts";
import { itemsOf } from "../../nodes/items-of.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The name of a header that an action sets or removes cannot be one, or may not be touched.",
    wrong:
      '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x client": "${conn.client_ip}" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "The name of a header has letters, digits and a few signs, and neither spaces nor a colon. The service refuses everything else, and the names of some headers that it needs itself, in whichever letters. That no interpolation is replaced in a name is not said outright, so one is a warning. A name may be written in capitals: the service puts it into lower case.",
  },
  only: { action: ({ headers }) => headers !== undefined },
  visit: {
    action(node, report) {
      for (const { name, place, isForbidden } of headerNames(node)) {
        if (!isToken(name)) report({ ...place, ...invalid(name) });
        else if (isForbidden) {
          report({
            ...place,
            message: `The header "${shortened(name)}" may not be changed.`,
            help: "Leave it out.",
          });
        }
      }
    },
  },
});

function invalid(name: string): Omit<Finding, "path"> {
  if (name === "") return { message: "A header has no name.", help: "Write its name." };
  const message = `"${shortened(name)}" cannot be the name of a header`;
  if (name.includes("${")) {
    return {
      message: `${message}: no interpolation is documented there.`,
      help: "Write the name itself.",
      atMost: "warning",
    };
  }
  return {
    message: `${message}.`,
    help: isToken(name.trim())
      ? `Write "${shortened(name.trim())}", without spaces.`
      : name.trim().endsWith(":")
        ? "Write the name without the colon."
        : "A name has letters, digits, hyphens and some other signs, but no spaces, colons or brackets.",
  };
}

/** The name of a header in a config, whether it is set or removed. */
interface HeaderName {
  readonly name: string;
  readonly place: Pick<Finding, "path" | "part">;
  /** Whether the config's schema refuses this name in its usual letters only. */
  readonly isForbidden: boolean;
}

/** The names of the headers that an action sets or removes. */
function headerNames(action: ActionNode): HeaderName[] {
  const headers = action.definition?.headers;
  if (headers === undefined) return [];
  if ("sets" in headers) {
    const forbidden = fieldSchema(action, headers.sets)?.propertyNames?.not?.enum;
    return setHeaders(action).map(({ name, path }) => ({
      name,
      place: { path, part: "key" },
      isForbidden: mayNotBe(name, forbidden),
    }));
  }
  const forbidden = fieldSchema(action, headers.removes)?.items?.not?.enum;
  return itemsOf(action.field(headers.removes)).flatMap(([index, name]) =>
    typeof name === "string"
      ? [
          {
            name,
            place: { path: action.pathOf(headers.removes, index) },
            isForbidden: mayNotBe(name, forbidden),
          },
        ]
      : [],
  );
}

function fieldSchema({ definition }: ActionNode, field: string): JsonSchema | undefined {
  return definition?.config.properties[field];
}

function mayNotBe(name: string, forbidden: readonly unknown[] = []): boolean {
  return !forbidden.includes(name) && forbidden.includes(name.toLowerCase());
}
