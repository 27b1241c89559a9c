import { readFileSync } from 'node:fs'
import { version } from '@campstore/core/version'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test('the client, the image of production, the changelog and the tag have one version', () => {
  expect(JSON.parse(read('libs/client/package.json'))).toMatchObject({ version })
  expect(read('k8s/overlays/production/kustomization.yaml')).toContain(`newTag: ${version} }`)
  const [, latest] = /^## (\S+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? []
  expect(latest).toBe(version)
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env
  if (GITHUB_REF_TYPE === 'tag') expect(GITHUB_REF_NAME).toBe(`v${version}`)
})
