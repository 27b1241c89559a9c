import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IPodSpec } from 'kubernetes-models/v1'
import { describe } from 'vitest'
import { parseAllDocuments } from 'yaml'

/** What k8s/overlays contains. */
export const overlays = ['local', 'production'] as const
export type Overlay = (typeof overlays)[number]

/** An object for the Kubernetes API, as kustomize prints it. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
}

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

/** Without kubectl these tests are skipped, except where REQUIRE_KUBECTL says that it must be there. */
export const hasNoKubectl = !hasKubectl && !process.env.REQUIRE_KUBECTL

if (hasNoKubectl) process.stderr.write('kubectl is not installed: tests of k8s/ are skipped.\n')

/** Tests of each overlay. */
export const describeOverlays = describe.skipIf(hasNoKubectl).for(overlays)

/** All objects of an overlay, built by `kubectl kustomize`. */
export function manifestsOf(overlay: Overlay): readonly Manifest[] {
  const manifests = built.get(overlay)
  if (!manifests) throw new Error('kubectl is not installed.')
  return manifests
}

function build(overlay: Overlay): readonly Manifest[] {
  const folder = fileURLToPath(new URL(`../../k8s/overlays/${overlay}`, import.meta.url))
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  return parseAllDocuments(text).map(document => withoutLineBreaks(document.toJS()))
}

/** kustomize breaks the lines of Base64, which Kubernetes allows and the schema of a Secret does not. */
const withoutLineBreaks = (manifest: Manifest & { data?: Record<string, string> }): Manifest => {
  if (manifest.kind !== 'Secret') return manifest
  const data = Object.entries(manifest.data ?? {}).map(([name, value]) => [name, value.replaceAll('\n', '')])
  return { ...manifest, data: Object.fromEntries(data) } as Manifest
}

const built = new Map(hasKubectl ? overlays.map(overlay => [overlay, build(overlay)]) : [])

/** The objects of a kind; `T` is their type in kubernetes-models. */
export const ofKind = <T>(overlay: Overlay, kind: string): (Manifest & T)[] =>
  manifestsOf(overlay).filter((manifest): manifest is Manifest & T => manifest.kind === kind)

/** What makes pods of our own: the processes, under `local` also the servers, and the jobs. */
export type Workload = {
  kind: 'Deployment' | 'Job'
  name: string
  labels: Readonly<Record<string, string>>
  pod: IPodSpec
}

/** All deployments and jobs of an overlay. */
export const workloadsOf = (overlay: Overlay): Workload[] =>
  (['Deployment', 'Job'] as const).flatMap(kind =>
    ofKind<IDeployment | IJob>(overlay, kind).map(({ metadata, spec }) => {
      const { template } = spec ?? {}
      if (!template?.spec) throw new Error(`${kind} ${metadata.name} has no pod.`)
      return { kind, name: metadata.name, labels: template.metadata?.labels ?? {}, pod: template.spec }
    }),
  )

/** The processes, by the name of their deployment. */
export const processNames = ['gateway', 'booking', 'products', 'checkout', 'me', 'admin'] as const

/** Those workloads that run one of {@link processNames}. */
export const processesOf = (overlay: Overlay): Workload[] =>
  workloadsOf(overlay).filter(({ name }) => (processNames as readonly string[]).includes(name))
