import { fromPointer, isJsonObject, toPointer } from "@traffic-policy/policy-language";
import { camelCase, counterpartOf, valueAt } from "@traffic-policy/policy-language/internal";
import type { ArrayExpression, CallExpression, Node } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import { CannotChange, type TextChange } from "../edit/text-change.ts";
import { unwrapped, type SourceCode } from "../source/source-code.ts";
import {
  argumentRemovals,
  argumentsOf,
  indentationAt,
  isFirstOnLine,
  openingOf,
  type WrittenArgument,
} from "./arguments.ts";
import { memberName } from "./builder-names.ts";
import { chainAround } from "./chains.ts";
import { textOf, type CodeChanges } from "./code-changes.ts";
import type { PolicyToMigrate } from "./code-migration.ts";
import type { MigrationWork } from "./migration-work.ts";
import type { PolicyModule, PolicyModules } from "./modules.ts";
import type { SectionCalls } from "./section-calls.ts";

type AllSectionCalls = SectionCalls["all"];

/** A rule in the arguments of a section call, of which all or a part moves to another section. */
interface MovedRule {
  readonly module: PolicyModule;
  readonly call: CallExpression;
  readonly index: number;
  /** The old section that corresponds to the new section. */
  readonly into: string;
  readonly section: string;
  /** The moved and the remaining actions; undefined when all actions move. */
  readonly parts: { readonly gone: readonly Node[]; readonly kept: readonly Node[] } | undefined;
}

/**
 * Moves rules in code, with their comments, to the calls that add rules to another section: before the existing
 * rules, in order. A rule with only some moving actions is written twice.
 */
export function moveRules(
  policies: readonly PolicyToMigrate[],
  sectionCalls: AllSectionCalls,
  work: MigrationWork,
): void {
  const { findings } = work.changes;
  const moved = new Map<Node, MovedRule>();
  for (const policy of policies) {
    for (const [path, actions] of byRule(policy)) {
      try {
        const rule = ruleToMove({ policy, path, actions }, sectionCalls, work);
        const node = rule.call.arguments[rule.index] as Node;
        const same = moved.get(node);
        if (same !== undefined && !isAlike(same, rule)) {
          throw new CannotChange("other policies need it in another way");
        }
        moved.set(node, rule);
      } catch (error) {
        if (!(error instanceof CannotChange)) throw error;
        const place = policy.loaded.builtAt?.(path);
        const message = `The rule is not moved to another section: ${error.reason}.`;
        if (place !== undefined) findings.push({ file: place.file, start: place.start, message });
      }
    }
  }
  const byCall = new Map<CallExpression, MovedRule[]>();
  for (const rule of moved.values()) {
    byCall.set(rule.call, [...(byCall.get(rule.call) ?? []), rule]);
  }
  for (const rules of byCall.values()) {
    const inOrder = rules.toSorted((one, other) => one.index - other.index);
    write(inOrder, sectionCalls, work.changes);
  }
}

function byRule({ parts }: PolicyToMigrate): ReadonlyMap<string, Map<number, string>> {
  const rules = new Map<string, Map<number, string>>();
  for (const { path, section } of parts.moves) {
    const [name = "", rule = "", , action] = fromPointer(path);
    const key = toPointer([name, Number(rule)]);
    const actions = rules.get(key) ?? new Map<number, string>();
    rules.set(key, actions.set(Number(action), section));
  }
  return rules;
}

interface RuleToMove {
  readonly policy: PolicyToMigrate;
  readonly path: string;
  readonly actions: ReadonlyMap<number, string>;
}

/** @throws CannotChange when its location is uncertain */
function ruleToMove(
  { policy, path, actions }: RuleToMove,
  sectionCalls: AllSectionCalls,
  { modules, options: { from, to } }: MigrationWork,
): MovedRule {
  const { loaded, protocol } = policy;
  const argument = argumentOfRule(policy, path, { modules, sectionCalls });
  const [section, ...others] = new Set(actions.values());
  const into = [...from.sections.values()].find(
    (one) => counterpartOf(one, protocol, to.sections) === section,
  );
  if (section === undefined || into === undefined || others.length > 0) {
    throw new CannotChange("its actions go to several sections");
  }
  const rule = valueAt(loaded.source.document ?? null, path);
  const list = isJsonObject(rule) ? rule["actions"] : undefined;
  const count = Array.isArray(list) ? list.length : 0;
  const all = { ...argument, into: into.name, section };
  if (count === actions.size) return { ...all, parts: undefined };
  const written = actionsOf(argument.module.code, argument);
  if (written?.length !== count) {
    throw new CannotChange("only some of its actions move, and they are written elsewhere");
  }
  const gone = written.filter((_one, index) => actions.has(index));
  const kept = written.filter((_one, index) => !actions.has(index));
  return { ...all, parts: { gone, kept } };
}

function actionsOf(
  code: SourceCode,
  { call, index }: Pick<MovedRule, "call" | "index">,
): readonly Node[] | undefined {
  const rule = unwrapped(call.arguments[index] as Node);
  if (rule.type !== "CallExpression") return undefined;
  const actions = chainAround(code, rule).flatMap((one): readonly (Node | null)[] => {
    const method = memberName(unwrapped<Node>(one.callee));
    if (method === "do") return one.arguments;
    const [first, value] = one.arguments;
    const isList = method === "set" && value?.type === "ArrayExpression" && first !== undefined;
    return isList && LiteralText.of(code, first)?.value === "actions" ? value.elements : [];
  });
  const all = actions.flatMap((one) => (one === null || one.type === "SpreadElement" ? [] : one));
  return all.length < actions.length ? undefined : all;
}

function argumentOfRule(
  { loaded }: PolicyToMigrate,
  path: string,
  {
    modules,
    sectionCalls,
  }: { readonly modules: PolicyModules; readonly sectionCalls: AllSectionCalls },
): Pick<MovedRule, "module" | "call" | "index"> {
  const place = loaded.builtAt?.(path);
  const module = place && modules.at(place.file);
  const built = place && module?.code.callAt(place.start);
  const [name = "", index = ""] = fromPointer(path);
  if (module !== undefined && built !== undefined) {
    for (let node: Node = built; ;) {
      const around = module.code.parentOf(node);
      if (around === undefined || !passesOn(around)) break;
      if (around.type === "CallExpression" && sectionCalls.get(around)?.name === name) {
        const at = around.arguments.findIndex((one) => one === node);
        if (at >= 0) return { module, call: around, index: at };
      }
      node = around;
    }
  }
  // Where each argument is certainly one rule, the place in the document says which.
  const rules = valueAt(loaded.source.document ?? null, `/${name}`);
  const home = loaded.builtAt?.("");
  const calls = [...sectionCalls].filter(
    ([, one]) => one.name === name && one.module === (home && modules.at(home.file)),
  );
  const [only, another] = calls;
  if (only === undefined || another !== undefined) {
    throw new CannotChange("it is not written in a call that adds rules");
  }
  const [call, of] = only;
  const isEach =
    call.arguments.every(({ type }) => type !== "SpreadElement") &&
    Array.isArray(rules) &&
    rules.length === call.arguments.length;
  if (!isEach) throw new CannotChange("it is not written in a call that adds rules");
  return { module: of.module, call, index: Number(index) };
}

function passesOn(node: Node): boolean {
  return (
    unwrapped(node) !== node ||
    ["MemberExpression", "CallExpression", "LogicalExpression", "ConditionalExpression"].includes(
      node.type,
    )
  );
}

function isAlike(one: MovedRule, other: MovedRule): boolean {
  const nodes = ({ parts }: MovedRule): readonly Node[] => parts?.gone ?? [];
  return (
    one.section === other.section &&
    nodes(one).length === nodes(other).length &&
    nodes(one).every((node) => nodes(other).includes(node))
  );
}

function write(
  rules: readonly MovedRule[],
  sectionCalls: AllSectionCalls,
  changes: CodeChanges,
): void {
  const [first] = rules;
  if (first === undefined) return;
  const { module, call, into, section } = first;
  const { code } = module;
  const all = argumentsOf(code, call);
  const pieces = rules.map((rule) => pieceOf(rule, all[rule.index] as WrittenArgument, changes));
  const moved = new Set(rules.flatMap((rule) => (rule.parts === undefined ? [rule.index] : [])));
  changes.add(
    module,
    argumentRemovals(code, all, (index) => moved.has(index)),
  );
  const { node } = all[first.index] as WrittenArgument;
  const isOnLines =
    isFirstOnLine(code.text, node.start) || pieces.some((piece) => /\n|\/\//.test(piece));
  const target = chainAround(code, call).find((one) => sectionCalls.get(one)?.name === into);
  const indentation = indentationAt(code.text, node.start);
  const start = target === undefined ? 0 : openingOf(code, target);
  if (target !== undefined && target.arguments.length > 0) {
    const text = isOnLines
      ? pieces.map((piece) => `\n${indentation}${piece}`).join("")
      : `${pieces.join(" ")} `;
    const isLineNext = /^[ \t]*\r?\n/.test(code.text.slice(start));
    const behind = isOnLines && !isLineNext ? `\n${indentation}` : "";
    changes.add(module, [{ start, end: start, text: text + behind }]);
    return;
  }
  const outer = indentationAt(code.text, call.end - 1);
  const inside = isOnLines
    ? `${pieces.map((piece) => `\n${indentation}${piece}`).join("")}\n${outer}`
    : pieces.join(" ").replace(/,$/, "");
  if (target !== undefined) {
    changes.add(module, [{ start, end: start, text: inside }]);
    return;
  }
  const callee = unwrapped<Node>(call.callee);
  const dot = callee.type === "MemberExpression" ? code.text.indexOf(".", callee.object.end) : -1;
  const isBelow = dot >= 0 && isFirstOnLine(code.text, dot);
  const before = isBelow ? `\n${indentationAt(code.text, dot)}` : "";
  const text = `${before}.${camelCase(section)}(${inside})`;
  changes.add(module, [{ start: call.end, end: call.end, text }]);
}

/** Returns the moved text with a trailing comma, and removes it from its old place. */
function pieceOf(
  { module, parts }: MovedRule,
  argument: WrittenArgument,
  changes: CodeChanges,
): string {
  const { code } = module;
  const { range, node, behind, hasComma } = argument;
  const head = { start: range.start, end: node.end };
  const tail = hasComma
    ? code.text.slice(behind.start, behind.end)
    : code.text.slice(node.end, range.end);
  let text: string;
  if (parts === undefined) {
    text = changes.take(module, head);
  } else {
    const inside = changes.within(module, head);
    const others = removals(code, parts.kept);
    const isLeft = (change: TextChange): boolean =>
      !others.some(({ start, end }) => start <= change.start && change.end <= end);
    text = textOf(module, head, [...inside.filter(isLeft), ...others]);
    changes.add(module, removals(code, parts.gone));
  }
  return `${text.trim()},${tail.trimEnd()}`;
}

function removals(code: SourceCode, actions: readonly Node[]): TextChange[] {
  const lists = new Map<CallExpression | ArrayExpression, Set<Node>>();
  for (const action of actions) {
    const list = code.parentOf(action);
    if (list?.type !== "CallExpression" && list?.type !== "ArrayExpression") continue;
    lists.set(list, (lists.get(list) ?? new Set()).add(action));
  }
  return [...lists].flatMap(([list, gone]): TextChange[] => {
    const all = argumentsOf(code, list);
    const callee = list.type === "CallExpression" ? unwrapped<Node>(list.callee) : undefined;
    if (gone.size === all.length && callee?.type === "MemberExpression") {
      return [{ start: callee.object.end, end: list.end, text: "" }];
    }
    return argumentRemovals(code, all, (index) => gone.has(all[index]?.node as Node));
  });
}
