// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { LintRule } from "../rule.ts";
import actionAllowList from "./action/allow-list.ts";
import actionCidr from "./action/cidr.ts";
import actionCidrOverlap from "./action/cidr-overlap.ts";
import actionCompressedTwice from "./action/compressed-twice.ts";
import actionCompression from "./action/compression.ts";
import actionConfig from "./action/config.ts";
import actionConnectionHeader from "./action/connection-header.ts";
import actionContentType from "./action/content-type.ts";
import actionCorsCredentials from "./action/cors-credentials.ts";
import actionCredentials from "./action/credentials.ts";
import actionDeniedCidr from "./action/denied-cidr.ts";
import actionDeprecatedField from "./action/deprecated-field.ts";
import actionDuplicateHeader from "./action/duplicate-header.ts";
import actionDuration from "./action/duration.ts";
import actionEnvironmentVariable from "./action/environment-variable.ts";
import actionGlob from "./action/glob.ts";
import actionGroupSyntax from "./action/group-syntax.ts";
import actionHeaderName from "./action/header-name.ts";
import actionHeaderValue from "./action/header-value.ts";
import actionInterpolation from "./action/interpolation.ts";
import actionInterpolationElsewhere from "./action/interpolation-elsewhere.ts";
import actionInterpolationType from "./action/interpolation-type.ts";
import actionListedExpression from "./action/listed-expression.ts";
import actionRedirectLoop from "./action/redirect-loop.ts";
import actionRegularExpression from "./action/regular-expression.ts";
import actionRewriteAnchor from "./action/rewrite-anchor.ts";
import actionRewriteCapture from "./action/rewrite-capture.ts";
import actionRewriteNothing from "./action/rewrite-nothing.ts";
import actionRewriteUrl from "./action/rewrite-url.ts";
import actionSecondSignIn from "./action/second-sign-in.ts";
import actionSigningAlgorithm from "./action/signing-algorithm.ts";
import actionStatusCode from "./action/status-code.ts";
import actionTemplateSyntax from "./action/template-syntax.ts";
import actionTokenPrefix from "./action/token-prefix.ts";
import actionUnavailable from "./action/unavailable.ts";
import actionUnknownType from "./action/unknown-type.ts";
import actionUrl from "./action/url.ts";
import documentDuplicateKey from "./document/duplicate-key.ts";
import documentDuplicateRuleName from "./document/duplicate-rule-name.ts";
import documentEmpty from "./document/empty.ts";
import documentIgnoreReason from "./document/ignore-reason.ts";
import documentModuleKey from "./document/module-key.ts";
import documentPlaceholder from "./document/placeholder.ts";
import documentRuleActions from "./document/rule-actions.ts";
import documentRuleName from "./document/rule-name.ts";
import documentShape from "./document/shape.ts";
import documentSize from "./document/size.ts";
import documentSyntax from "./document/syntax.ts";
import documentUnavailableSection from "./document/unavailable-section.ts";
import documentUnknownKey from "./document/unknown-key.ts";
import documentUnusedIgnore from "./document/unused-ignore.ts";
import documentYamlValue from "./document/yaml-value.ts";
import expressionAddressCategory from "./expression/address-category.ts";
import expressionAddressPattern from "./expression/address-pattern.ts";
import expressionAlwaysFails from "./expression/always-fails.ts";
import expressionCidr from "./expression/cidr.ts";
import expressionCidrHostBits from "./expression/cidr-host-bits.ts";
import expressionConstant from "./expression/constant.ts";
import expressionContradiction from "./expression/contradiction.ts";
import expressionControlCharacter from "./expression/control-character.ts";
import expressionCountryCode from "./expression/country-code.ts";
import expressionDuplicateCondition from "./expression/duplicate-condition.ts";
import expressionDuration from "./expression/duration.ts";
import expressionGlob from "./expression/glob.ts";
import expressionHeaderCase from "./expression/header-case.ts";
import expressionHostCase from "./expression/host-case.ts";
import expressionHostScheme from "./expression/host-scheme.ts";
import expressionImplied from "./expression/implied.ts";
import expressionListEqualsText from "./expression/list-equals-text.ts";
import expressionMethodCase from "./expression/method-case.ts";
import expressionMisspeltHeader from "./expression/misspelt-header.ts";
import expressionNotBoolean from "./expression/not-boolean.ts";
import expressionPathSlash from "./expression/path-slash.ts";
import expressionPatternSlashes from "./expression/pattern-slashes.ts";
import expressionPerhapsMissing from "./expression/perhaps-missing.ts";
import expressionPlainRegularExpression from "./expression/plain-regular-expression.ts";
import expressionRegularExpression from "./expression/regular-expression.ts";
import expressionRenamedVariable from "./expression/renamed-variable.ts";
import expressionResultBeforeRun from "./expression/result-before-run.ts";
import expressionSurroundingSpace from "./expression/surrounding-space.ts";
import expressionSyntax from "./expression/syntax.ts";
import expressionTextForm from "./expression/text-form.ts";
import expressionTimeZone from "./expression/time-zone.ts";
import expressionTimestamp from "./expression/timestamp.ts";
import expressionType from "./expression/type.ts";
import expressionUnavailable from "./expression/unavailable.ts";
import expressionUnescapedDot from "./expression/unescaped-dot.ts";
import expressionUnguardedAccess from "./expression/unguarded-access.ts";
import expressionUnknownName from "./expression/unknown-name.ts";
import expressionVariableBeforeSet from "./expression/variable-before-set.ts";
import flowDuplicateRule from "./flow/duplicate-rule.ts";
import flowNoEnd from "./flow/no-end.ts";
import flowRewriteBeforePath from "./flow/rewrite-before-path.ts";
import flowShadowedRule from "./flow/shadowed-rule.ts";
import flowUnreachableAction from "./flow/unreachable-action.ts";
import flowUnreachableRule from "./flow/unreachable-rule.ts";
import flowUnusedVariable from "./flow/unused-variable.ts";
import securityAllowEverything from "./security/allow-everything.ts";
import securityClientHeader from "./security/client-header.ts";
import securityLoggedSecret from "./security/logged-secret.ts";
import securitySecret from "./security/secret.ts";

export const rules: ReadonlyMap<string, LintRule> = new Map([
  ["action/allow-list", actionAllowList],
  ["action/cidr", actionCidr],
  ["action/cidr-overlap", actionCidrOverlap],
  ["action/compressed-twice", actionCompressedTwice],
  ["action/compression", actionCompression],
  ["action/config", actionConfig],
  ["action/connection-header", actionConnectionHeader],
  ["action/content-type", actionContentType],
  ["action/cors-credentials", actionCorsCredentials],
  ["action/credentials", actionCredentials],
  ["action/denied-cidr", actionDeniedCidr],
  ["action/deprecated-field", actionDeprecatedField],
  ["action/duplicate-header", actionDuplicateHeader],
  ["action/duration", actionDuration],
  ["action/environment-variable", actionEnvironmentVariable],
  ["action/glob", actionGlob],
  ["action/group-syntax", actionGroupSyntax],
  ["action/header-name", actionHeaderName],
  ["action/header-value", actionHeaderValue],
  ["action/interpolation", actionInterpolation],
  ["action/interpolation-elsewhere", actionInterpolationElsewhere],
  ["action/interpolation-type", actionInterpolationType],
  ["action/listed-expression", actionListedExpression],
  ["action/redirect-loop", actionRedirectLoop],
  ["action/regular-expression", actionRegularExpression],
  ["action/rewrite-anchor", actionRewriteAnchor],
  ["action/rewrite-capture", actionRewriteCapture],
  ["action/rewrite-nothing", actionRewriteNothing],
  ["action/rewrite-url", actionRewriteUrl],
  ["action/second-sign-in", actionSecondSignIn],
  ["action/signing-algorithm", actionSigningAlgorithm],
  ["action/status-code", actionStatusCode],
  ["action/template-syntax", actionTemplateSyntax],
  ["action/token-prefix", actionTokenPrefix],
  ["action/unavailable", actionUnavailable],
  ["action/unknown-type", actionUnknownType],
  ["action/url", actionUrl],
  ["document/duplicate-key", documentDuplicateKey],
  ["document/duplicate-rule-name", documentDuplicateRuleName],
  ["document/empty", documentEmpty],
  ["document/ignore-reason", documentIgnoreReason],
  ["document/module-key", documentModuleKey],
  ["document/placeholder", documentPlaceholder],
  ["document/rule-actions", documentRuleActions],
  ["document/rule-name", documentRuleName],
  ["document/shape", documentShape],
  ["document/size", documentSize],
  ["document/syntax", documentSyntax],
  ["document/unavailable-section", documentUnavailableSection],
  ["document/unknown-key", documentUnknownKey],
  ["document/unused-ignore", documentUnusedIgnore],
  ["document/yaml-value", documentYamlValue],
  ["expression/address-category", expressionAddressCategory],
  ["expression/address-pattern", expressionAddressPattern],
  ["expression/always-fails", expressionAlwaysFails],
  ["expression/cidr", expressionCidr],
  ["expression/cidr-host-bits", expressionCidrHostBits],
  ["expression/constant", expressionConstant],
  ["expression/contradiction", expressionContradiction],
  ["expression/control-character", expressionControlCharacter],
  ["expression/country-code", expressionCountryCode],
  ["expression/duplicate-condition", expressionDuplicateCondition],
  ["expression/duration", expressionDuration],
  ["expression/glob", expressionGlob],
  ["expression/header-case", expressionHeaderCase],
  ["expression/host-case", expressionHostCase],
  ["expression/host-scheme", expressionHostScheme],
  ["expression/implied", expressionImplied],
  ["expression/list-equals-text", expressionListEqualsText],
  ["expression/method-case", expressionMethodCase],
  ["expression/misspelt-header", expressionMisspeltHeader],
  ["expression/not-boolean", expressionNotBoolean],
  ["expression/path-slash", expressionPathSlash],
  ["expression/pattern-slashes", expressionPatternSlashes],
  ["expression/perhaps-missing", expressionPerhapsMissing],
  ["expression/plain-regular-expression", expressionPlainRegularExpression],
  ["expression/regular-expression", expressionRegularExpression],
  ["expression/renamed-variable", expressionRenamedVariable],
  ["expression/result-before-run", expressionResultBeforeRun],
  ["expression/surrounding-space", expressionSurroundingSpace],
  ["expression/syntax", expressionSyntax],
  ["expression/text-form", expressionTextForm],
  ["expression/time-zone", expressionTimeZone],
  ["expression/timestamp", expressionTimestamp],
  ["expression/type", expressionType],
  ["expression/unavailable", expressionUnavailable],
  ["expression/unescaped-dot", expressionUnescapedDot],
  ["expression/unguarded-access", expressionUnguardedAccess],
  ["expression/unknown-name", expressionUnknownName],
  ["expression/variable-before-set", expressionVariableBeforeSet],
  ["flow/duplicate-rule", flowDuplicateRule],
  ["flow/no-end", flowNoEnd],
  ["flow/rewrite-before-path", flowRewriteBeforePath],
  ["flow/shadowed-rule", flowShadowedRule],
  ["flow/unreachable-action", flowUnreachableAction],
  ["flow/unreachable-rule", flowUnreachableRule],
  ["flow/unused-variable", flowUnusedVariable],
  ["security/allow-everything", securityAllowEverything],
  ["security/client-header", securityClientHeader],
  ["security/logged-secret", securityLoggedSecret],
  ["security/secret", securitySecret],
]);
