import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDirectory } from '../../tools/command.ts'
import { describeOverlays, type Manifest, manifestsOf } from './overlays.ts'

/** Packages with the types of API groups that are not part of Kubernetes itself. */
const packages: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda/',
  'external-secrets.io': '@kubernetes-models/external-secrets/',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/',
}

/** Groups of operators whose types no package has. */
const unknownGroups = /^(?:postgresql\.cnpg\.io|barmancloud\.cnpg\.io|rabbitmq\.com|redis\.redis\.opstreelabs\.in)\//

/** The module with the type of each kind of an API version. */
const moduleOf = (apiVersion: string): string =>
  `${packages[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models/'}${apiVersion}`

/** A module in which each object is a constant of the type of its kind, so that the compiler refuses fields that it lacks. */
const typedModule = (manifests: readonly Manifest[]): string =>
  manifests
    .map((manifest, index) => {
      const type = `import('${moduleOf(manifest.apiVersion)}').I${manifest.kind}`
      const { kind, metadata } = manifest
      return `// ${kind} ${metadata.name}\nexport const manifest${index}: ${type} = ${JSON.stringify(manifest)}\n`
    })
    .join('\n')

/** @returns the compiler's errors */
function compile(name: string, module: string): string {
  const folder = join(projectDirectory, '.local', 'kubernetes', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'manifests.ts'), module)
  const tsconfig = { extends: join(projectDirectory, 'tsconfig.base.json'), files: ['manifests.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const compiler = join(projectDirectory, 'node_modules', '.bin', 'tsc')
  const { stdout, stderr } = spawnSync(compiler, ['--project', folder], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

describeOverlays('%s', overlay => {
  test('every object has the fields of its kind, and no others', () => {
    const manifests = manifestsOf(overlay).filter(({ apiVersion }) => !unknownGroups.test(apiVersion))
    expect(manifests.length).toBeGreaterThan(30)
    expect(compile(overlay, typedModule(manifests))).toBe('')
  })
})
