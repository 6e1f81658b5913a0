import {
  type Dialect,
  type DocumentError,
  isJsonObject,
  type JsonValue,
  policyDocumentSchema,
  type PolicySource,
  type Protocol,
  type SchemaProblem,
  schemaProblems,
  type SourceRange,
} from "@traffic-policy/policy-language";
import type { DialectMemory, PlaceMemory } from "./memory.ts";
import { RuleNode } from "./rule-node.ts";
import { itemsOf } from "./action-node.ts";
import { Facts, type Place } from "./expression-node.ts";

/** The whole policy document. */
export class DocumentNode {
  readonly path = "";
  readonly value: JsonValue;
  readonly dialect: Dialect;
  readonly protocol: Protocol | undefined;
  /** The directions that have rules. */
  readonly sections: readonly SectionNode[];
  /** The rules of each direction, in their order; what is not an object is ignored. */
  readonly rules: readonly RuleNode[];
  readonly memory: DialectMemory;
  readonly facts = new Facts();

  /** Whether it is the policy of a cloud endpoint, which has to end what nothing else ends. */
  readonly isOfCloudEndpoint: boolean;

  /** Where it is written, and how. */
  readonly source: Pick<PolicySource, "locate" | "written">;

  constructor(
    source: Pick<PolicySource, "document" | "locate" | "written">,
    protocol: Protocol | undefined,
    memory: DialectMemory,
    isOfCloudEndpoint = false,
  ) {
    const { document: value = null } = source;
    this.source = source;
    this.value = value;
    this.isOfCloudEndpoint = isOfCloudEndpoint;
    this.dialect = memory.dialect;
    this.protocol = protocol;
    this.memory = memory;
    this.sections = [...this.dialect.sections.keys()].flatMap((direction) => {
      const rules = rulesOf(value, memory.at(direction, protocol));
      const [first] = rules;
      return first === undefined ? [] : [{ place: first.place, rules, document: this }];
    });
    this.rules = this.sections.flatMap(({ rules }) => rules);
  }

  /** The document as JSON. */
  get json(): string {
    return this.facts.once("json", () => JSON.stringify(this.value));
  }
}

/** The rules of one direction, in their order; there is one at least. */
export interface SectionNode {
  readonly place: Place;
  readonly rules: readonly RuleNode[];
  readonly document: DocumentNode;
}

/** Something that keeps the file from being read exactly. */
export interface SourceErrorNode {
  readonly error: DocumentError;
  readonly location?: SourceRange;
  /** For a duplicate key: where the key stands first. */
  readonly first?: SourceRange;
}

function rulesOf(document: JsonValue, memory: PlaceMemory): RuleNode[] {
  const { direction } = memory.place;
  const entries = itemsOf(isJsonObject(document) ? document[direction] : undefined);
  const rules = entries.flatMap(([index, rule]) => (isJsonObject(rule) ? [{ index, rule }] : []));
  return rules.map(
    ({ index, rule }, position) => new RuleNode(rule, index, rules.length - position - 1, memory),
  );
}

/** The errors from the schema of policy documents; several rules report a part of them each. */
export function documentFindings(node: DocumentNode): readonly SchemaProblem[] {
  const { path, value, dialect, memory, facts } = node;
  const schema = memory.facts.once(policyDocumentSchema, () => policyDocumentSchema(dialect));
  return facts.once(documentFindings, () => schemaProblems(schema, value, { path }));
}

/** Checks whether a rule is an action instead, which a part of the documentation of some dialects has there. */
export function isActionAsRule(rule: JsonValue | undefined, dialect: Dialect): boolean {
  return (
    dialect.perhapsActionsAsRules === true &&
    isJsonObject(rule) &&
    rule["actions"] === undefined &&
    typeof rule["type"] === "string" &&
    dialect.actions.has(rule["type"])
  );
}
