import {
  type Diagnostic,
  type Edit,
  type Part,
  type PolicySource,
  type Protocol,
  type Severity,
  type Span,
} from "@traffic-policy/policy-language";
import { isReadable } from "@traffic-policy/policy-language/internal";
import type { ActiveRules } from "./active-rules.ts";
import { byRule, type ActiveRule, type Found } from "./looks.ts";
import type { ActionNode } from "./nodes/action-node.ts";
import { DocumentNode, type PolicyHolding, type SectionNode } from "./nodes/document-node.ts";
import { ExpressionNode } from "./nodes/expression-node.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";
import type { DialectMemory } from "./nodes/memory.ts";
import type { ExpressionInRule, RuleNode } from "./nodes/rule-node.ts";
import type { Finding, RelatedPlace } from "./finding.ts";
import type { Report } from "./rule.ts";
import { yamlReading } from "./yaml-reading.ts";

type Locator = Pick<PolicySource, "locate" | "written">;

/** Walks a policy, shows each part to the rules that look at it, and passes on their findings. */
export class Inspection {
  readonly #active: ActiveRules;
  readonly #source: Locator;
  readonly #take: (diagnostic: Diagnostic) => void;
  readonly #reports = new Map<ActiveRule, Report>();

  constructor(active: ActiveRules, source: Locator, take: (diagnostic: Diagnostic) => void) {
    this.#active = active;
    this.#source = source;
    this.#take = take;
  }

  /**
   * Walks a policy once, and shows each part to every rule that looks at it. Skips parts of the wrong shape, which
   * the rule `document/shape` reports.
   */
  policy(
    source: PolicySource,
    protocol: Protocol | undefined,
    memory: DialectMemory,
    holder: PolicyHolding,
  ): void {
    for (const error of source.errors) {
      const location = error.range ?? source.range?.(error.span);
      const first = error.first && source.range?.(error.first);
      const node = { error, ...(location && { location }), ...(first && { first }) };
      for (const rule of this.#active.sourceError) {
        rule.visit.sourceError?.(node, this.#reportOf(rule), rule.options);
      }
    }
    // After a syntax error the document is only what could be made out of the text.
    const unreadable = !source.errors.every(isReadable);
    if (source.document === undefined || unreadable) return;
    const document = new DocumentNode(source, protocol, memory, holder);
    for (const rule of this.#active.document) {
      rule.visit.document?.(document, this.#reportOf(rule), rule.options);
    }
    document.forget();
    for (const section of document.sections) this.#section(section);
  }

  ignores(nodes: readonly IgnoreNode[]): void {
    for (const rule of this.#active.ignore) {
      for (const node of nodes) rule.visit.ignore?.(node, this.#reportOf(rule), rule.options);
    }
  }

  #section(section: SectionNode): void {
    const looks: ((node: RuleNode) => void)[] = [];
    for (const rule of this.#active.rule) {
      const { visit, options } = rule;
      const report = this.#reportOf(rule);
      const along = visit.section?.(section, report, options);
      if (along !== undefined) looks.push(along);
      if (visit.rule !== undefined) looks.push((node) => visit.rule?.(node, report, options));
    }
    for (const node of section.rules) {
      for (const look of looks) look(node);
      for (const expression of node.conditions) this.#expression({ expression, rule: node });
      for (const action of node.actions) {
        this.#action(action);
        for (const expression of action.expressions) this.#expression({ expression, rule: node });
      }
      // A rule of thousands should not be kept in memory with all that is known of it.
      node.forget();
    }
  }

  #action(action: ActionNode): void {
    const { builtIn, own } = this.#active;
    const found = action.facts.once(builtIn, () => builtIn.atAction(action.alone));
    this.#repeat(found, action.path, 0);
    if (own !== undefined) this.#repeat(own.atAction(action.alone), action.path, 0);
  }

  #expression(part: ExpressionInRule): void {
    const { builtIn, own } = this.#active;
    const { facts } = part.expression;
    const alone = facts.once(builtIn, () => builtIn.atExpression(new ExpressionNode(facts)));
    this.#tell(alone, builtIn.atExpressionInRule(part), part.expression);
    if (own === undefined) return;
    const ofOwn = own.atExpression(new ExpressionNode(facts));
    this.#tell(ofOwn, own.atExpressionInRule(part), part.expression);
  }

  #tell(alone: readonly Found[], inRule: readonly Found[], { path, offset }: ExpressionNode): void {
    if (inRule.length === 0) return this.#repeat(alone, path, offset);
    const repeated = alone.map(({ rule, finding }) => ({
      rule,
      finding: placed(finding, path, offset),
    }));
    for (const { rule, finding } of [...repeated, ...inRule].toSorted(byRule)) {
      this.#reportOf(rule)(finding);
    }
  }

  #repeat(alone: readonly Found[], path: string, offset: number): void {
    for (const { rule, finding } of alone) this.#reportOf(rule)(placed(finding, path, offset));
  }

  #reportOf(rule: ActiveRule): Report {
    let report = this.#reports.get(rule);
    if (report === undefined) {
      report = (finding) => this.#take(toDiagnostic(rule, finding, this.#source));
      this.#reports.set(rule, report);
    }
    return report;
  }
}

function placed(finding: Finding, path: string, offset: number): Finding {
  const { related, fix } = finding;
  const place = <Place extends { readonly path: string; readonly part?: Part }>(
    one: Place,
  ): Place => ({
    ...one,
    path: path + one.path,
    ...(typeof one.part === "object" && { part: moved(one.part, offset) }),
  });
  return {
    ...place(finding),
    ...(related && { related: related.map(place) }),
    ...(fix && { fix: { ...fix, edits: fix.edits.map((edit) => placedEdit(edit, path, offset)) } }),
  };
}

function placedEdit(edit: Edit, path: string, offset: number): Edit {
  const there = { ...edit, path: path + edit.path };
  return "span" in there ? { ...there, span: moved(there.span, offset) } : there;
}

function moved({ start, end }: Span, offset: number): Span {
  return { start: start + offset, end: end + offset };
}

function toDiagnostic(
  { name, docs, severity }: ActiveRule,
  finding: Finding,
  source: Locator,
): Diagnostic {
  const { path, part, message, related, claim } = finding;
  const { help, fix } = { ...yamlReading(finding, source), ...finding };
  return {
    rule: name,
    severity: between(severity, finding),
    message,
    ...(help !== undefined && { help }),
    path,
    ...(typeof part === "object" && { span: part }),
    ...located(source, finding),
    ...(related && {
      related: related.map((other) => ({
        message: other.message,
        path: other.path,
        ...located(source, other),
      })),
    }),
    ...(claim && { claim }),
    ...(fix && { fix }),
    ...(docs !== undefined && { docs }),
  };
}

const order: readonly Severity[] = ["info", "warning", "error"];

function between(severity: Severity, { atLeast = "info", atMost = "error" }: Finding): Severity {
  const [least, most] = [order.indexOf(atLeast), order.indexOf(atMost)];
  return order[Math.min(Math.max(order.indexOf(severity), least), most)] ?? severity;
}

function located(source: Locator, place: RelatedPlace): Pick<Diagnostic, "location"> {
  const location = place.location ?? source.locate(place.path, place.part);
  return location === undefined ? {} : { location };
}
