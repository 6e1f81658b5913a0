import { ownMember } from "@traffic-policy/policy-language/internal";
import type { ActionEffect } from "../action/effect.ts";
import type { Effect } from "../action/prepared-action.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { isInRange } from "../functions.ts";
import type { Template } from "../expression/template.ts";
import type { IpPolicy } from "../options.ts";
import type { Run } from "../run/run.ts";
import { readVariable } from "../variables/read-variable.ts";

const restrictIps: ActionEffect = (config) => {
  const enforce = config.boolean("enforce") ?? true;
  const allow = textsOf(config.templates("allow"));
  const deny = textsOf(config.templates("deny"));
  const named = config.texts("ip_policies") ?? [];
  return (run) => {
    const policies = named.map((id) => ownMember(run.options.ipPolicies, id));
    const unknown = named.find((_id, index) => policies[index] === undefined);
    if (unknown !== undefined) {
      const message = `Only the service knows the IP policy ${unknown}.`;
      return { kind: "not-simulated", message };
    }
    const known = policies.filter((policy) => policy !== undefined);
    const allowed = [allow?.(run), ...known.map((policy: IpPolicy) => policy.allow)];
    const denied = [
      ...(deny?.(run) ?? []),
      ...known.flatMap((policy: IpPolicy) => policy.deny ?? []),
    ];
    run.checkKnown([...allowed, denied]);
    return decide(run, { enforce, canAnswer: config.canAnswer, allowed, denied });
  };
};

export default restrictIps;

/** Returns the texts of a list; always the same array when nothing in it is interpolated. */
function textsOf(
  list: readonly Template[] | undefined,
): ((run: Run) => readonly string[]) | undefined {
  if (list === undefined) return undefined;
  const plain = list.map((one) => one.plainText);
  return list.every(({ isPlain }) => isPlain)
    ? () => plain
    : (run) => list.map((one) => one.toText(run));
}

function decide(
  run: Run,
  lists: {
    enforce: boolean;
    canAnswer: boolean;
    allowed: readonly (readonly string[] | undefined)[];
    denied: readonly string[];
  },
): Effect {
  const address = String(readVariable(run, "conn.client_ip"));
  const given = lists.allowed.filter((list) => list !== undefined);
  const allowing = given.flat().find((cidr) => isInRange(address, cidr));
  const isAllowed =
    given.length === 0 ? run.options.restrictIpsWithoutAllow === "allow" : allowing !== undefined;
  const refusing = lists.denied.find((cidr) => isInRange(address, cidr));
  run.leave({
    "actions.ngrok.restrict_ips.action": isAllowed && refusing === undefined ? "allow" : "deny",
    "actions.ngrok.restrict_ips.matched_cidr": refusing ?? allowing ?? "",
    "actions.ngrok.restrict_ips.error.code": "",
    "actions.ngrok.restrict_ips.error.message": "",
  });
  if (isAllowed && refusing === undefined) return { kind: "next", note: `${address} is allowed.` };
  const reason =
    refusing === undefined ? `${address} is not allowed.` : `${address} is denied by ${refusing}.`;
  if (!lists.enforce) return { kind: "next", note: `${reason} It is not enforced.` };
  if (!lists.canAnswer) return { kind: "close", note: reason };
  const response = new ResponseState({ status: 403, headers: { "content-length": "0" } });
  return { kind: "answer", response, note: reason };
}
