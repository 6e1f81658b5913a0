import type { ActionEffect } from "../action/effect.ts";

const closeConnection: ActionEffect = () => () => ({ kind: "close" });

export default closeConnection;
