{{/* Which variables of `env` a process reads (docs/configuration.md); e2e/src/helm-chart.test.ts compares. */}}

{{- define "fiscal.env.common" -}}
ALLOW_DATABASE_OWNER DATABASE_POOLER_PREPARES DATABASE_POOL_SIZE EFI_VERIFY_LIVE_URL EFI_VERIFY_TEST_URL LOG_LEVEL OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG QUEUE_PREFIX REDIS_CLUSTER REDIS_SENTINELS REDIS_SENTINEL_NAME REDIS_TLS_CA
{{- end }}

{{- define "fiscal.env.objects" -}}
OBJECT_STORE OBJECT_STORE_ACCESS_KEY OBJECT_STORE_REGION
{{- end }}

{{- define "fiscal.env.both-apis" -}}
{{ include "fiscal.env.common" . }} API_DOCS API_ROLES CREATE_AND_PRINT_WAIT_MS {{ include "fiscal.env.objects" . }} ORDER_NUMBER_MAX_AHEAD PDF_WAIT_MS REGISTRY_CALL_WAIT_MS TRUSTED_PROXIES VAT_RATES
{{- end }}

{{- define "fiscal.env.api" -}}
{{ include "fiscal.env.both-apis" . }} EFI_LIVE_URL RATE_LIMIT_FAILURES_PER_MINUTE RATE_LIMIT_READS_PER_MINUTE RATE_LIMIT_WRITES_PER_MINUTE
{{- end }}

{{- define "fiscal.env.panel" -}}
{{ include "fiscal.env.both-apis" . }} ADMIN_FIRST_OPERATOR_EMAIL ADMIN_ORIGIN ADMIN_SECOND_FACTOR_FOR API_KEYS_PER_COMPANY CERTIFICATE_RECIPIENT MAIL_FROM PROVIDER_LIVE_CODES PROVIDER_TEST_CODES
{{- end }}

{{- define "fiscal.env.worker" -}}
{{ include "fiscal.env.common" . }} CLOCK_TOLERANCE_MS DELIVERY_AFTER_MS LEASE_MS WORKER_ROLES
{{- end }}

{{- define "fiscal.env.worker-fiscalize" -}}
{{ include "fiscal.env.worker" . }} DELIVERY_CONCURRENCY EFI_FAILURES_TO_OPEN EFI_LIVE_PINNED_CERTIFICATES EFI_LIVE_TRUST_ANCHORS EFI_LIVE_URL EFI_ONLINE_BUDGET_MS EFI_PROBE_EVERY_MS EFI_RECEIPT_CHECK_LAG_MS EFI_RECEIPT_CHECK_LIVE_URL EFI_RECEIPT_CHECK_MS EFI_RECEIPT_CHECK_TEST_URL EFI_TEST_PINNED_CERTIFICATES EFI_TEST_TRUST_ANCHORS EFI_TEST_URL EFI_TEXT EFI_TLS_CA FISCALIZE_CONCURRENCY {{ include "fiscal.env.objects" . }} OBJECT_STORE_AFTER_DAYS ORDER_NUMBER_MAX_AHEAD REGISTRY_CONCURRENCY
{{- end }}

{{- define "fiscal.env.worker-print" -}}
{{ include "fiscal.env.worker" . }} CHROME_SANDBOX PRINT_CONCURRENCY PRINT_MEMORY_MB PRINT_TIMEOUT_MS
{{- end }}

{{- define "fiscal.env.archive" -}}
{{ include "fiscal.env.objects" . }}
{{- end }}

{{- define "fiscal.env.migrations" -}}
{{- end }}

{{/* The values of `env` as a process has them, its own before all others', as JSON: (dict "root" $ "values" .Values.api) */}}
{{- define "fiscal.env.set" -}}
{{ mergeOverwrite (deepCopy .root.Values.env) (.values.env | default dict) | toJson }}
{{- end }}
