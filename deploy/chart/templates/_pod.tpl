{{/* Labels by which everything of one release is found, and those of one role. */}}
{{- define "tune.labels" -}}
app.kubernetes.io/name: tune
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tune.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What no process needs: root, privileges, a file system that it can change, the cluster's own interface. */}}
{{- define "tune.podSecurity" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "tune.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings, then secrets, which win. */}}
{{- define "tune.environment" -}}
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.secrets }} }
{{- end }}

{{- define "tune.mounts" -}}
volumeMounts:
  - { name: scratch, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end }}

{{/* Files of people are in S3 (settings.S3_…); what is left in DATA_DIR is made again. */}}
{{- define "tune.volumes" -}}
volumes:
  - name: scratch
    emptyDir: {}
  - name: data
    emptyDir: {}
{{- end }}
