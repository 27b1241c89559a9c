import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { customResources } from './custom-resources.ts'
import { describeOverlays, type Manifest, manifestsOf } from './overlays.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** Packages with the schemas of API groups that are not part of Kubernetes itself. */
const packages: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda/',
  'external-secrets.io': '@kubernetes-models/external-secrets/',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/',
}

/** The module with the type and the schema of each kind of an API version. */
const moduleOf = (apiVersion: string): string =>
  `${packages[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models/'}${apiVersion}`

type Model = new (data: Manifest) => { validate(): void }

/** Milliseconds; the packages have thousands of modules. */
const loading = 120_000

const isCustom = ({ apiVersion, kind }: Manifest): boolean => `${apiVersion}/${kind}` in customResources
const titleOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`

/** @returns what is wrong with an object by the schema of its kind; undefined if nothing is */
async function problemOf(manifest: Manifest): Promise<string | undefined> {
  const { [manifest.kind]: Kind } = (await import(moduleOf(manifest.apiVersion))) as Record<string, Model>
  if (!Kind) return `${titleOf(manifest)}: there is no such kind in ${manifest.apiVersion}`
  try {
    new Kind(manifest).validate()
    return undefined
  } catch (error) {
    return `${titleOf(manifest)}: ${error}`
  }
}

/** A module in which each object is a constant of the type of its kind, so that the compiler refuses fields that it lacks. */
const typedModule = (manifests: readonly Manifest[]): string =>
  manifests
    .map((manifest, index) => {
      const type = `import('${moduleOf(manifest.apiVersion)}').I${manifest.kind}`
      return `// ${titleOf(manifest)}\nexport const manifest${index}: ${type} = ${JSON.stringify(manifest)}\n`
    })
    .join('\n')

/** @returns the compiler's errors */
function compile(name: string, module: string): string {
  const folder = join(project, '.local', 'kubernetes', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'manifests.ts'), module)
  const tsconfig = { extends: join(project, 'tsconfig.base.json'), files: ['manifests.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const { stdout, stderr } = spawnSync(join(project, 'node_modules', '.bin', 'tsc'), ['--project', folder], {
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`
}

describeOverlays('%s', overlay => {
  test(
    'every object is valid by the schema of its kind',
    async () => {
      const manifests = manifestsOf(overlay).filter(manifest => !isCustom(manifest))
      expect(manifests.length).toBeGreaterThan(30)
      const problems = await Promise.all(manifests.map(problemOf))
      expect(problems.filter(problem => problem !== undefined)).toEqual([])
    },
    loading,
  )

  test(
    'no object has a field that its kind does not have',
    () => {
      const manifests = manifestsOf(overlay).filter(manifest => !isCustom(manifest))
      expect(compile(overlay, typedModule(manifests))).toBe('')
    },
    loading,
  )

  test('the objects for operators without published schemas have the fields that we know', () => {
    const problems = manifestsOf(overlay)
      .filter(isCustom)
      .flatMap(manifest => {
        const result = customResources[`${manifest.apiVersion}/${manifest.kind}`]?.safeParse(manifest)
        return result?.success === false ? [`${titleOf(manifest)}: ${result.error.message}`] : []
      })
    expect(problems).toEqual([])
  })
})
