import type { Diagnostic, PolicySource, Severity } from "@traffic-policy/policy-language";
import type { ActiveRule, ActiveRules, PartKind } from "./active-rules.ts";
import type { SharedPart } from "./nodes/part-facts.ts";
import type { Finding, LintRule, RelatedPlace, Report } from "./rule.ts";

type Locator = Pick<PolicySource, "locate">;
type Node<Kind extends PartKind> = Parameters<NonNullable<LintRule["visit"][Kind]>>[0];

/** Shows parts of a policy to the rules that look at them, and passes on what they find. */
export class Inspection {
  readonly active: ActiveRules;
  readonly #source: Locator;
  readonly #take: (diagnostic: Diagnostic) => void;
  /** By the index of the rule that they are for. */
  readonly #reports: Report[] = [];
  #found = 0;

  /** @param source - knows where things stand */
  constructor(active: ActiveRules, source: Locator, take: (diagnostic: Diagnostic) => void) {
    this.active = active;
    this.#source = source;
    this.#take = take;
  }

  /** How many findings there were. */
  get found(): number {
    return this.#found;
  }

  /** Shows a part to the rules that look at parts of its kind. */
  show<Kind extends PartKind>(kind: Kind, node: Node<Kind>): void {
    for (const rule of this.active.at(kind)) this.showTo(rule, kind, node);
  }

  /**
   * The same, passing over rules that had nothing to say about an equal part, looking at nothing
   * else.
   */
  showShared<Kind extends PartKind>(kind: Kind, node: Node<Kind> & SharedPart): void {
    const { facts } = node;
    if (facts.shownTo === this.active) {
      for (const rule of facts.notSilent) this.showTo(rule, kind, node);
      return;
    }
    facts.notSilent = this.active.at(kind).filter((rule) => {
      const before = this.#found;
      node.isSeenAround = false;
      this.showTo(rule, kind, node);
      return !rule.isPure || node.isSeenAround || this.#found > before;
    });
    facts.shownTo = this.active;
  }

  /** Shows a part to one rule. */
  showTo<Kind extends PartKind>(rule: ActiveRule, kind: Kind, node: Node<Kind>): void {
    const report = (this.#reports[rule.index] ??= this.#reportOf(rule));
    rule.visit[kind]?.(node as never, report, rule.options);
  }

  #reportOf(rule: ActiveRule): Report {
    return (finding) => {
      this.#found += 1;
      this.#take(toDiagnostic(rule, finding, this.#source));
    };
  }
}

function toDiagnostic(
  { name, docs, severity }: ActiveRule,
  finding: Finding,
  source: Locator,
): Diagnostic {
  const { path, part, message, help, related, fix } = finding;
  return {
    rule: name,
    severity: lower(severity, finding.atMost),
    message,
    ...(help === undefined ? {} : { help }),
    path,
    ...(typeof part === "object" ? { span: part } : {}),
    ...located(source, finding),
    ...(related === undefined
      ? {}
      : {
          related: related.map((other) => ({
            message: other.message,
            path: other.path,
            ...located(source, other),
          })),
        }),
    ...(fix === undefined ? {} : { fix }),
    ...(docs === undefined ? {} : { docs }),
  };
}

const order: readonly Severity[] = ["info", "warning", "error"];

function lower(severity: Severity, atMost: Severity | undefined): Severity {
  if (atMost === undefined) return severity;
  return order.indexOf(atMost) < order.indexOf(severity) ? atMost : severity;
}

function located(source: Locator, place: RelatedPlace): Pick<Diagnostic, "location"> {
  const location = place.location ?? source.locate(place.path, place.part);
  return location === undefined ? {} : { location };
}
