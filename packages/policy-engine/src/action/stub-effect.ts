import { ResponseState } from "../exchange/response-state.ts";
import { plainToJson, type JsonLike } from "../expression/values.ts";
import type { Run } from "../run/run.ts";
import { readVariable } from "../variables/read-variable.ts";
import type { Effect } from "./effect.ts";
import type { Stub } from "./stub.ts";

/** What comes of an action that a stub stands for. */
export function stubEffect(run: Run, type: string, config: JsonLike, stub: Stub): Effect {
  const result = stub({
    type,
    config,
    ...(run.request && { request: run.request.toData() }),
    variable(name) {
      const value = readVariable(run, name);
      return value === undefined ? undefined : plainToJson(value);
    },
  });
  const note = "A stub stands for it.";
  if ("answer" in result) {
    return { kind: "answer", response: new ResponseState(result.answer), note };
  }
  if ("close" in result) return { kind: "close", note };
  return "fail" in result ? { kind: "fail", message: result.fail } : { kind: "next", note };
}
