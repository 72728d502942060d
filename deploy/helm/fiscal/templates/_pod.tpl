{{/* Labels that select the pods of a component: (dict "root" $ "name" "api") */}}
{{- define "fiscal.selector" -}}
app.kubernetes.io/name: fiscal
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "fiscal.labels" -}}
{{ include "fiscal.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* The name of an object: (dict "root" $ "name" "api") */}}
{{- define "fiscal.name" -}}
{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}-{{ .name }}
{{- end }}

{{- define "fiscal.image" -}}
{{- $images := .root.Values.images -}}
{{ $images.registry }}fiscal-{{ .image }}
{{- with index $images.digests .image }}@{{ . }}{{ else }}:{{ $images.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* A volume of a ConfigMap or a Secret: (dict "name" "trust" "source" .Values.…) */}}
{{- define "fiscal.trust-volume" -}}
- name: {{ .name }}
  {{- if .source.secret }}
  secret: { secretName: {{ .source.secret }}, defaultMode: 0444 }
  {{- else }}
  configMap: { name: {{ .source.configMap }}, defaultMode: 0444 }
  {{- end }}
{{- end }}

{{/*
The pod of every process, restricted: no capability, no root, a read-only file system.
  root     $
  name     the component
  image    as deploy/Dockerfile calls it
  reads    which variables it reads (_env.tpl); without it those of the image
  values   env, resources, nodeSelector and tolerations of the process
  env      variables that the chart itself decides, before the values'
  secrets  variable → name in .Values.secrets; each becomes a file
  archiveClaim  the PersistentVolumeClaim of the archive, mounted at /archive
  args, monitoringPort, graceSeconds, preStopSeconds, seccompProfile, hasService, isSigning, isPrinting, isExporting, restartPolicy:
           optional
*/}}
{{- define "fiscal.pod" -}}
{{- $all := .root.Values.secrets -}}
{{- $secrets := dict -}}
{{- range $variable, $name := .secrets -}}
{{- if (index $all $name).name }}{{ $_ := set $secrets $variable (index $all $name) }}{{ end -}}
{{- end -}}
{{- $env := mergeOverwrite (include "fiscal.env.set" . | fromJson) (.env | default dict) -}}
{{- $stores := .root.Values.storesTrust -}}
{{- $hasStoresTrust := or $stores.configMap $stores.secret -}}
metadata:
  labels:
    {{- include "fiscal.labels" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  # The first process is the pause container's then, which takes care of what a browser leaves behind.
  shareProcessNamespace: true
  {{- with .restartPolicy }}
  restartPolicy: {{ . }}
  {{- end }}
  {{- with .graceSeconds }}
  terminationGracePeriodSeconds: {{ . }}
  {{- end }}
  {{- with .root.Values.images.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile:
      {{- if .seccompProfile }}
      type: Localhost
      localhostProfile: {{ .seccompProfile }}
      {{- else }}
      type: RuntimeDefault
      {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .monitoringPort }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "fiscal.selector" $ | nindent 10 }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "fiscal.image" . }}
      imagePullPolicy: {{ .root.Values.images.pullPolicy }}
      {{- with .args }}
      args:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        {{- range splitList " " (include (printf "fiscal.env.%s" (.reads | default .image)) .) }}
        {{- if hasKey $env . }}
        - { name: {{ . }}, value: {{ index $env . | quote }} }
        {{- end }}
        {{- end }}
        {{- range $variable, $secret := $secrets }}
        - { name: {{ $variable }}_FILE, value: /run/secrets/{{ $variable }} }
        {{- end }}
      {{- if .monitoringPort }}
      ports:
        {{- if .hasService }}
        - { name: http, containerPort: 3000 }
        {{- end }}
        - { name: monitoring, containerPort: {{ .monitoringPort }} }
      # Thirty seconds to begin; then the process is replaced once it does not answer for half a minute.
      startupProbe:
        httpGet: { path: /health/live, port: monitoring }
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 15
      livenessProbe:
        httpGet: { path: /health/live, port: monitoring }
        timeoutSeconds: 5
      {{- if .hasService }}
      # Without PostgreSQL it stays in its Service: callers get its 503 with Retry-After, no error of the ingress
      # controller. This port is open only after the checks of the start. /health/ready is for alerts and people.
      readinessProbe:
        httpGet: { path: /health/live, port: http }
      {{- else }}
      readinessProbe:
        httpGet: { path: /health/ready, port: monitoring }
      {{- end }}
        periodSeconds: 5
        timeoutSeconds: 5
      {{- end }}
      {{- with .preStopSeconds }}
      # New calls go to other pods before the process takes no more.
      lifecycle: { preStop: { exec: { command: [sleep, {{ . | quote }}] } } }
      {{- end }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: secrets, mountPath: /run/secrets, readOnly: true }
        {{- if .isSigning }}
        - { name: authority-trust, mountPath: /etc/efi, readOnly: true }
        {{- end }}
        {{- if $hasStoresTrust }}
        - { name: stores-trust, mountPath: /etc/stores, readOnly: true }
        {{- end }}
        {{- if .archiveClaim }}
        - { name: archive, mountPath: /archive }
        {{- end }}
        {{- if or .isPrinting .isExporting }}
        - { name: tmp, mountPath: /tmp }
        {{- end }}
        {{- if .isPrinting }}
        - { name: shm, mountPath: /dev/shm }
        {{- end }}
  volumes:
    - name: secrets
      projected:
        defaultMode: 0440
        sources:
          {{- range $variable, $secret := $secrets }}
          - secret:
              name: {{ $secret.name }}
              items: [{ key: {{ $secret.key }}, path: {{ $variable }} }]
          {{- end }}
    {{- if .isSigning }}
    {{- include "fiscal.trust-volume" (dict "name" "authority-trust" "source" .root.Values.authorityTrust) | nindent 4 }}
    {{- end }}
    {{- if $hasStoresTrust }}
    {{- include "fiscal.trust-volume" (dict "name" "stores-trust" "source" $stores) | nindent 4 }}
    {{- end }}
    {{- with .archiveClaim }}
    - name: archive
      persistentVolumeClaim: { claimName: {{ . }} }
    {{- end }}
    {{- if .isExporting }}
    # Exported files on their way.
    - name: tmp
      emptyDir: { sizeLimit: 5Gi }
    {{- end }}
    {{- if .isPrinting }}
    # Chrome's profile, and the memory that its processes share.
    - name: tmp
      emptyDir: { medium: Memory, sizeLimit: 512Mi }
    - name: shm
      emptyDir: { medium: Memory, sizeLimit: 256Mi }
    {{- end }}
{{- end }}

{{/* The most pods of a process: (dict "name" "api" "values" .Values.api "isScaled" true) */}}
{{- define "fiscal.most-pods" -}}
{{- if .isScaled -}}
{{- $range := .values.autoscaling -}}
{{- if lt (int $range.max) (int $range.min) -}}
{{- fail (printf "autoscaling.max of %s is %v, less than its min, %v" .name $range.max $range.min) -}}
{{- end -}}
{{- $range.max -}}
{{- else -}}
{{- .values.replicas -}}
{{- end -}}
{{- end }}

{{/* The Deployment of a pod, and its PodDisruptionBudget: what fiscal.pod takes, and isScaled. */}}
{{- define "fiscal.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "fiscal.name" . }}
  labels:
    {{- include "fiscal.labels" . | nindent 4 }}
spec:
  {{- if not .isScaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "fiscal.selector" . | nindent 6 }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    {{- include "fiscal.pod" . | nindent 4 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "fiscal.name" . }}
  labels:
    {{- include "fiscal.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "fiscal.selector" . | nindent 6 }}
{{- end }}
