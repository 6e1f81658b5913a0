import {
  type Dialect,
  type DocumentError,
  isJsonObject,
  type JsonValue,
  policyDocumentSchema,
  type PolicySource,
  type Protocol,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { type SchemaProblem, schemaProblems } from "@traffic-policy/policy-language/internal";
import type { DialectMemory, PlaceMemory } from "./memory.ts";
import { RuleNode } from "./rule-node.ts";
import { itemsOf } from "./action-node.ts";
import { Facts, type Place } from "./expression-node.ts";

/** The holder of a policy, as far as rules depend on it. */
export interface PolicyHolding {
  readonly isOfCloudEndpoint?: boolean;
  readonly isTranslated?: boolean;
}

export class DocumentNode {
  readonly path = "";
  readonly value: JsonValue;
  readonly dialect: Dialect;
  readonly protocol: Protocol | undefined;
  readonly sections: readonly SectionNode[];
  /** The rules of each direction, in order; skips anything but objects. */
  readonly rules: readonly RuleNode[];
  readonly memory: DialectMemory;
  readonly facts = new Facts();

  /** True for the policy of a cloud endpoint, which must end everything that no rule ends. */
  readonly isOfCloudEndpoint: boolean;
  readonly isTranslated: boolean;

  readonly source: Pick<PolicySource, "locate" | "written">;
  #json: string | undefined;

  constructor(
    source: Pick<PolicySource, "document" | "locate" | "written">,
    protocol: Protocol | undefined,
    memory: DialectMemory,
    { isOfCloudEndpoint = false, isTranslated = false }: PolicyHolding = {},
  ) {
    const { document: value = null } = source;
    this.source = source;
    this.value = value;
    this.isOfCloudEndpoint = isOfCloudEndpoint;
    this.isTranslated = isTranslated;
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

  get json(): string {
    this.#json ??= JSON.stringify(this.value);
    return this.#json;
  }

  /** Releases the JSON text, which only rules about the whole document read. */
  forget(): void {
    this.#json = undefined;
  }
}

/** The rules of a direction, in order; never empty. */
export interface SectionNode {
  readonly place: Place;
  readonly rules: readonly RuleNode[];
  readonly document: DocumentNode;
}

export interface SourceErrorNode {
  readonly error: DocumentError;
  readonly location?: SourceRange;
  /** For a duplicate key: the first place of the key. */
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

/** Returns the schema errors of a policy document. Several rules each report some of them. */
export function documentFindings(node: DocumentNode): readonly SchemaProblem[] {
  const { path, value, dialect, memory, facts } = node;
  const schema = memory.facts.once(policyDocumentSchema, () => policyDocumentSchema(dialect));
  return facts.once(documentFindings, () => schemaProblems(schema, value, { path }));
}

/** Checks whether a rule is an action instead. The documentation of some dialects has examples of this. */
export function isActionAsRule(rule: JsonValue | undefined, dialect: Dialect): boolean {
  return (
    dialect.perhapsActionsAsRules === true &&
    isJsonObject(rule) &&
    rule["actions"] === undefined &&
    typeof rule["type"] === "string" &&
    dialect.actions.has(rule["type"])
  );
}
