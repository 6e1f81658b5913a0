export { cacheFolder, isOwn, keptIn, UserCache } from "@traffic-policy/policy-module/user-cache";
