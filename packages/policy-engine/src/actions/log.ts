import { next, type ActionEffect } from "../action/effect.ts";

const log: ActionEffect = (config) => {
  const metadata = config.value("metadata");
  if (metadata === undefined) config.missing("metadata");
  return (run) => {
    if (metadata !== undefined) {
      const entry = metadata(run);
      run.logs.push({ path: config.path, metadata: entry });
      run.leave({ "actions.ngrok.log.metadata": entry });
    }
    return next;
  };
};

export default log;
