import { next, type ActionEffect } from "../action/effect.ts";

const log: ActionEffect = (config) => {
  const metadata = config.value("metadata");
  if (metadata === undefined) config.missing("metadata");
  return (run) => {
    if (metadata !== undefined) run.logs.push({ path: config.path, metadata: metadata(run) });
    return next;
  };
};

export default log;
