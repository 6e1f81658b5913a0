import type { ActionEffect } from "../action/effect.ts";
import { ResponseState } from "../exchange/response-state.ts";

const deny: ActionEffect = (config) => {
  const status = config.canAnswer ? config.number("status_code") : undefined;
  return (run) => {
    if (!config.canAnswer) return { kind: "close" };
    const response = new ResponseState({
      status: status ?? run.options.denyStatus,
      headers: { "content-length": "0" },
    });
    return { kind: "answer", response };
  };
};

export default deny;
