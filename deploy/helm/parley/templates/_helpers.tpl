{{/* The name of everything in this release. */}}
{{- define "parley.name" -}}
{{- if contains "parley" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-parley" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* The labels by which pods are selected. Takes {root, component}. */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* The labels of an object. Takes {root, component}. */}}
{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "parley.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* The secrets of the serving processes, as {SETTING: {name, key}}. */}}
{{- define "parley.secrets" -}}
{{- $secrets := deepCopy .Values.secrets }}
{{- if .Values.postgresql.enabled }}
{{- $_ := set $secrets "DATABASE_URL" (dict "name" (printf "%s-postgresql" (include "parley.name" .)) "key" "database-url") }}
{{- else if not (hasKey $secrets "DATABASE_URL") }}
{{- fail "secrets.DATABASE_URL must name a Secret and its key, unless postgresql.enabled is true" }}
{{- end }}
{{- if and (not (hasKey $secrets "PARLEY_BLOB_URL")) (not .Values.recordings.claim) }}
{{- fail "secrets.PARLEY_BLOB_URL must name a Secret with the URL of an S3 bucket, or recordings.claim a PersistentVolumeClaim: several pods store and serve recordings" }}
{{- end }}
{{- toYaml $secrets }}
{{- end }}

{{/* The secrets of `parley migrate`. */}}
{{- define "parley.migrationSecrets" -}}
{{- if .Values.postgresql.enabled }}
{{- dict "DATABASE_URL" (dict "name" (printf "%s-postgresql" (include "parley.name" .)) "key" "migration-database-url") | toYaml }}
{{- else }}
{{- dict "DATABASE_URL" (.Values.migration.databaseUrl | default (get (include "parley.secrets" . | fromYaml) "DATABASE_URL")) | toYaml }}
{{- end }}
{{- end }}

{{/* Variables that name the files of secrets. Takes {SETTING: {name, key}}. */}}
{{- define "parley.secretVariables" -}}
{{- range $setting, $_ := . }}
- name: {{ $setting }}_FILE
  value: /run/secrets/parley/{{ $setting }}
{{- end }}
{{- end }}

{{/* A volume with the files of secrets. Takes {name, secrets: {SETTING: {name, key}}}. */}}
{{- define "parley.secretVolume" -}}
- name: {{ .name }}
  projected:
    defaultMode: 0440
    sources:
      {{- range $setting, $from := .secrets }}
      - secret:
          name: {{ $from.name }}
          items: [{ key: {{ $from.key | quote }}, path: {{ $setting }} }]
      {{- end }}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The arguments of `parley migrate`. */}}
{{- define "parley.migrate" -}}
{{- $grantTo := ternary "parley_app" .Values.migration.grantTo .Values.postgresql.enabled }}
{{- concat (list "migrate") (ternary (list "--grant-to" $grantTo) list (ne $grantTo "")) | toJson }}
{{- end }}
