// @module-tag release
/** The Helm chart: rendered by the engine and the functions that Helm is made of, and held against the types of Kubernetes and of CloudNativePG. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureEngine } from '../engines.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHART = join(ROOT, 'deploy/chart')
const TIMEOUT_MS = 120_000

type Json = { [name: string]: Json } & Json[] & string
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: Json
  data?: Record<string, string>
}
type Values = Record<string, unknown>

/** Where the types of each group are; CloudNativePG's kinds are its own, and named differently. */
const MODULES: Record<string, string> = {
  'apps/v1': 'kubernetes-types/apps/v1',
  'autoscaling/v2': 'kubernetes-types/autoscaling/v2',
  'batch/v1': 'kubernetes-types/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1',
  'policy/v1': 'kubernetes-types/policy/v1',
  'postgresql.cnpg.io/v1': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
  v1: 'kubernetes-types/core/v1',
}

const INSTALLATIONS: Record<string, Values> = {
  'as it comes': {},
  'the smallest': {
    web: { replicas: { least: 1, most: 1 }, processor: 70 },
    realtime: { replicas: { least: 1, most: 1 }, processor: 70, sockets: 0 },
    worker: { replicas: { least: 1, most: 1 }, queueSeconds: 0 },
    networkPolicies: {
      enabled: false,
      ingressNamespace: { a: 'b' },
      monitoringNamespace: { a: 'b' },
      outwards: [],
    },
    ingress: { enabled: false, host: 'tune.example' },
  },
  'with everything': {
    image: {
      repository: 'registry.example/tune',
      tag: '1.2.3',
      pullPolicy: 'Always',
      pullSecrets: ['registry'],
    },
    settings: { PUBLIC_URL: 'https://tune.example', NATS_URL: 'nats://nats:4222', NATS_REPLICAS: '3' },
    drainSeconds: 30,
    realtime: { replicas: { least: 2, most: 9 }, processor: 60, sockets: 5000 },
    worker: { replicas: { least: 2, most: 4 }, queueSeconds: 60 },
    ingress: {
      enabled: true,
      className: 'nginx',
      annotations: { a: 'b' },
      host: 'tune.example',
      tlsSecret: 'tls',
    },
    postgres: { enabled: true, image: 'postgresql:18', instances: 3, storage: '1Gi', storageClass: 'fast' },
  },
}

const REFUSED: Record<string, Values> = {
  'a setting that is the chart’s': { settings: { SERVICES: 'web' } },
  'a secret among the settings': { settings: { JWT_SECRET: 'x' } },
  'a name that nobody knows': { webb: {} },
  'a number for a setting': { settings: { NATS_REPLICAS: 3 } },
  'no replicas': { web: { replicas: { least: 0, most: 1 }, processor: 70 } },
  'a size without a unit': { postgres: { enabled: true, image: 'p', instances: 1, storage: '50' } },
}

const go = ensureEngine('go')
/** Debian's Go libraries; a Go from elsewhere has none of them. */
const LIBRARIES = '/usr/share/gocode'

describe.skipIf(!go || !existsSync(join(LIBRARIES, 'src/github.com/Masterminds/sprig')))('the chart', () => {
  let folder: string
  let program: string
  let usual: Values
  const rendered = new Map<string, Manifest[]>()

  beforeAll(async () => {
    await mkdir(join(ROOT, 'node_modules/.cache'), { recursive: true })
    folder = await mkdtemp(join(ROOT, 'node_modules/.cache/chart-'))
    program = join(folder, 'render')
    const built = spawnSync(go as string, ['build', '-o', program, join(import.meta.dirname, 'render.go')], {
      env: {
        PATH: process.env.PATH,
        GO111MODULE: 'off',
        GOPATH: LIBRARIES,
        GOCACHE: join(folder, 'go'),
      },
      encoding: 'utf8',
    })
    expect(built.status, built.stderr).toBe(0)
    usual = JSON.parse(spawnSync(program, ['values', CHART], { encoding: 'utf8' }).stdout)
    for (const [name, values] of Object.entries(INSTALLATIONS))
      rendered.set(name, render({ ...usual, ...values }))
  }, TIMEOUT_MS)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  function render(values: Values): Manifest[] {
    const { status, stdout, stderr } = spawnSync(program, ['render', CHART], {
      input: JSON.stringify(values),
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const of = (name: string, kind: string) => (rendered.get(name) ?? []).filter((one) => one.kind === kind)
  const everywhere = (kind: string) => Object.keys(INSTALLATIONS).flatMap((name) => of(name, kind))

  test('renders to what the types of Kubernetes and CloudNativePG allow, and to nothing that they do not know', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const lines = [...rendered].flatMap(([, manifests], installation) =>
      manifests.map((manifest, index) => {
        const module = MODULES[manifest.apiVersion]
        expect(module, `${manifest.apiVersion} ${manifest.kind}`).toBeDefined()
        const type = manifest.kind === 'Cluster' ? 'ICluster' : manifest.kind
        return `export const m${installation}x${index}: import('${module}').${type} = ${JSON.stringify(manifest)}`
      }),
    )
    const file = join(folder, 'manifests.ts')
    const check = async (text: string) => {
      await writeFile(file, text)
      const options = [
        '--noEmit',
        '--strict',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--ignoreConfig',
        '--skipLibCheck',
      ]
      return spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, file], {
        encoding: 'utf8',
      })
    }
    const good = await check(lines.join('\n'))
    expect(good.stdout).toBe('')
    expect(good.status).toBe(0)
    // The judge sees unknown names.
    const misspelt = lines
      .join('\n')
      .replaceAll('"terminationGracePeriodSeconds"', '"gracePeriod"')
      .replaceAll('"builtinLocale"', '"locales"')
    const { stdout } = await check(misspelt)
    expect(stdout).toContain('gracePeriod')
    expect(stdout).toContain('locales')
  })

  test('is given values that its schema allows, and refuses others', async () => {
    const schema = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8'))
    const accepts = new Ajv({ strict: false }).compile(schema)
    for (const values of Object.values(INSTALLATIONS)) {
      accepts({ ...usual, ...values })
      expect(accepts.errors).toBe(null)
    }
    for (const [what, values] of Object.entries(REFUSED))
      expect(accepts({ ...usual, ...values }), what).toBe(false)
  })

  test('names settings that the server has, and keeps no secret', async () => {
    const known = await readFile(join(ROOT, 'server/env.ts'), 'utf8')
    for (const { data = {} } of everywhere('ConfigMap'))
      for (const name of Object.keys(data)) expect(known, name).toMatch(new RegExp(`  ${name}: `))
    expect(everywhere('Secret')).toEqual([])
  })

  test('runs every role as an ordinary user without rights, ended later than it drains', () => {
    for (const name of Object.keys(INSTALLATIONS)) {
      const roles = of(name, 'Deployment').map(({ spec }) => spec.template?.spec as Json)
      expect(roles.map((pod) => pod.containers?.[0]?.env?.[0]?.value)).toEqual(['web', 'realtime', 'worker'])
      const drain = Number(of(name, 'ConfigMap')[0]?.data?.DRAIN_SECONDS)
      for (const pod of [...roles, ...of(name, 'Job').map(({ spec }) => spec.template?.spec as Json)]) {
        expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
        expect(pod.automountServiceAccountToken).toBe(false)
        expect(pod.containers?.[0]?.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        })
      }
      for (const pod of roles) expect(Number(pod.terminationGracePeriodSeconds)).toBeGreaterThan(drain + 5)
    }
  })

  test('selects what there is: services, budgets, policies, scaling, probes', () => {
    for (const name of Object.keys(INSTALLATIONS)) {
      const pods = of(name, 'Deployment').map(({ spec }) => spec.template as Json)
      const found = (labels: object) =>
        pods.filter((pod) =>
          Object.entries(labels).every(([key, value]) => pod.metadata?.labels?.[key] === value),
        )
      for (const { spec } of of(name, 'Deployment'))
        expect(found(spec.selector?.matchLabels as object)).toHaveLength(1)
      for (const { spec } of of(name, 'Service')) expect(found(spec.selector as object)).toHaveLength(1)
      for (const { spec } of of(name, 'PodDisruptionBudget'))
        expect(found(spec.selector?.matchLabels as object)).toHaveLength(1)
      for (const { spec } of of(name, 'NetworkPolicy'))
        expect([1, 3]).toContain(found(spec.podSelector?.matchLabels as object).length)
      const deployments = of(name, 'Deployment').map(({ metadata }) => metadata.name)
      for (const { spec } of of(name, 'HorizontalPodAutoscaler')) {
        expect(deployments).toContain(spec.scaleTargetRef?.name)
        expect(spec.metrics?.length).toBeGreaterThan(0)
      }
      const services = of(name, 'Service').map(({ metadata }) => metadata.name)
      for (const { spec } of of(name, 'Ingress')) {
        const paths = spec.rules?.[0]?.http?.paths ?? []
        expect(paths.map(({ backend }) => backend?.service?.name)).toEqual(['tune-realtime', 'tune-web'])
        expect(services).toEqual(expect.arrayContaining(['tune-realtime', 'tune-web']))
      }
      for (const { spec } of pods) {
        const [container] = spec?.containers ?? []
        const ports = (container?.ports ?? []).map((port) => port.name)
        for (const probe of [container?.startupProbe, container?.readinessProbe, container?.livenessProbe])
          expect(ports).toContain(probe?.httpGet?.port)
      }
    }
  })

  test('migrates before an upgrade, but for a database that the chart itself makes', () => {
    expect(of('as it comes', 'Job')[0]?.spec.template?.spec?.containers?.[0]?.args?.at(-1)).toBe('migrate')
    expect(of('with everything', 'Job')).toEqual([])
    expect(of('with everything', 'Cluster')).toHaveLength(1)
  })
})
