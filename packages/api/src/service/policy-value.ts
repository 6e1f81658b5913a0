import { Type } from "@sinclair/typebox";
import {
  describeDocumentError,
  directionsDialect,
  isJsonObject,
  parseJson,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { nullable } from "@traffic-policy/policy-language/service";
import { findFault } from "./fault.ts";

// Only what makes a value no policy at all. The service may know keys, actions and configs that
// this package does not; what is wrong in those is for lint to say.
const rulesSchema = nullable(
  Type.Array(
    Type.Object({
      name: Type.Optional(Type.String()),
      expressions: Type.Optional(nullable(Type.Array(Type.String()))),
      actions: Type.Array(
        Type.Object({ type: Type.String(), config: Type.Optional(nullable(Type.Object({}))) }),
      ),
    }),
  ),
);

const sections = [...directionsDialect.sections.keys()];
const { foreignSections = {} } = directionsDialect;
/** The keys of a policy document, of this dialect or of one that the service takes as well. */
export const topLevelKeys: readonly string[] = [...sections, ...Object.keys(foreignSections)];

/**
 * In which way a text is not a policy document, as a clause; nothing when it is one.
 *
 * @param subject - what the clause says it of: `"traffic_policy.value"`
 */
export function findPolicyFault(subject: string, text: string): string | undefined {
  const { value, errors } = parseJson(text);
  const [error] = errors;
  if (error === undefined) return findDocumentFault(subject, value);
  const { message } = describeDocumentError(error);
  return `${subject} is not JSON: ${message.replace(/\.$/, "")}`;
}

/** The same of a JSON value. */
export function findDocumentFault(
  subject: string,
  value: JsonValue | undefined,
): string | undefined {
  if (!isJsonObject(value)) return `${subject} is not a policy document, which is a JSON object`;
  const keys = Object.keys(value);
  const known = topLevelKeys.filter((key) => Object.hasOwn(value, key));
  if (keys.length > 0 && known.length === 0) {
    const names = sections.map((name) => `"${name}"`).join(" nor ");
    return `${subject} is not a policy document: it has neither ${names}`;
  }
  for (const key of known) {
    const fault = findFault(Type.Object({ [key]: rulesSchema }), value);
    if (fault !== undefined) return `${subject} is not a policy document: ${fault.what}`;
  }
  return undefined;
}
