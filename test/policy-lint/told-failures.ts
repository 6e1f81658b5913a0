import { jsonPolicySource, type Diagnostic, type Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import {
  compilePolicy,
  PolicyCoverage,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { suggestCases } from "@traffic-policy/policy-proof";

/** A policy of the directions, as text. */
export interface PolicyText {
  readonly id: string;
  readonly text: string;
  readonly protocol: Protocol;
}

export function lint({ id, text, protocol }: PolicyText): Diagnostic[] {
  return lintPolicy(jsonPolicySource(id, text), { protocol });
}

function compile({ text, protocol }: PolicyText): Promise<CompiledPolicy> {
  return compilePolicy(JSON.parse(text), { protocol });
}

/** Rules about expressions that may fail for want of a value. */
const ofAbsence = new Set([
  "expression/unguarded-access",
  "expression/perhaps-missing",
  "expression/result-before-run",
]);

/** Whether a finding is about the expression or the action that failed, or about a part of it. */
function isAt(path: string, failed: string): boolean {
  return path === failed || path.startsWith(`${failed}/`);
}

/** Where an exchange fails: JSON Pointers to expressions and actions. */
function failures(
  policy: CompiledPolicy,
  exchange: Exchange,
  options: SimulationOptions = {},
): readonly string[] {
  return simulateSync(policy, exchange, options).errors.map(({ path }) => path);
}

const plain: Exchange = { request: { url: "https://example.com/" }, response: { status: 200 } };

/** Where a policy fails for a plain request although lint finds nothing there. */
export async function untoldFailures(policy: PolicyText): Promise<string[]> {
  const told = lint(policy).map(({ path }) => path);
  return failures(await compile(policy), plain).filter(
    (path) => !told.some((one) => isAt(one, path)),
  );
}

/** What lint says may fail for want of a value. */
export function mayFail(policy: PolicyText): Diagnostic[] {
  return lint(policy).filter(({ rule }) => ofAbsence.has(rule));
}

/** What lint says may fail, and fails for no request that is tried. */
export async function failuresThatNeverHappen(policy: PolicyText): Promise<string[]> {
  const compiled = await compile(policy);
  const proposed = suggestCases(compiled, new PolicyCoverage(compiled)).flatMap((one) =>
    "case" in one ? [one.case] : [],
  );
  const exchanges: readonly Exchange[] = [plain, ...proposed];
  const happens = ({ path, message }: Diagnostic): boolean => {
    const [name = ""] = message.split(" ");
    const without = { variables: { [name]: null } };
    return exchanges.some(
      (exchange) =>
        failures(compiled, exchange).some((one) => isAt(path, one)) ||
        (/^[\w.]+$/.test(name) &&
          failures(compiled, { ...exchange, ...without }).some((one) => isAt(path, one))),
    );
  };
  return mayFail(policy)
    .filter((finding) => !happens(finding))
    .map(({ path, message }) => `${path} ${message}`);
}

/** Policies with an expression in each kind of place. */
export function policiesWith(expression: string): readonly PolicyText[] {
  const direction = /\bres\.|Res(?:Header|Cookie)\(/.test(expression) ? "outbound" : "inbound";
  const protocol = expression.includes("conn.TLS.") ? "tls" : "http";
  const value = `a \${${expression}} b`;
  const log = { type: "log", config: { metadata: { a: "b" } } };
  const rules = {
    condition: { expressions: [expression], actions: [log] },
    operand: { expressions: [`req.method == 'PUT' || (${expression})`], actions: [log] },
    header: { actions: [{ type: "add-headers", config: { headers: { a: value } } }] },
    metadata: { actions: [{ type: "log", config: { metadata: { a: [value] } } }] },
    replacement: { actions: [{ type: "redirect", config: { to: `/a?${value}` } }] },
    pattern: { actions: [{ type: "url-rewrite", config: { from: value, to: "/b" } }] },
  };
  return Object.entries(rules).map(([place, rule]) => ({
    id: `${expression} as a ${place}`,
    text: JSON.stringify({ [direction]: [rule] }),
    protocol,
  }));
}
