import { benchDeploy } from "./deploy.ts";
await benchDeploy();
