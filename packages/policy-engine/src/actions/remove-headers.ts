import { next, type ActionEffect } from "../action/effect.ts";

const removeHeaders: ActionEffect = (config) => {
  const headers = config.headerNames("headers") ?? [];
  return (run) => {
    for (const name of headers) run.changeHeader(name, "remove");
    return next;
  };
};

export default removeHeaders;
