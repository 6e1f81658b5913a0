import { next, type ActionEffect } from "../action/effect.ts";
import { plainToJson } from "../expression/values.ts";
import { shownValue } from "../report/shown.ts";

const setVars: ActionEffect = (config) => {
  const field = config.definition.setsVariables ?? "vars";
  const entries = config.entries(field);
  if (entries === undefined && config.problems.length === 0) config.missing(field);
  for (const [index, own] of (entries ?? []).entries()) {
    if (own.length === 1) continue;
    config.problem([field, index], "An entry sets one variable: it must have one name.");
  }
  return (run) => {
    const set: string[] = [];
    for (const [name, value] of (entries ?? []).flat()) {
      const found = value(run);
      run.setVariable(name, found);
      if (run.changes !== undefined) {
        set.push(`vars.${name} is ${shownValue(plainToJson(found), 60)}`);
      }
    }
    return set.length === 0 ? next : { kind: "next", note: `${set.join(", ")}.` };
  };
};

export default setVars;
