import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startServiceProcess } from '@campstore/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { mockFile, productWith } from '../src/testing/catalogues.ts'

const main = 'services/products/src/main.ts'

test('mock mode runs with a file and a port, and no server of any kind', async () => {
  const product = productWith({ id: 'p-1' })
  const { file, remove } = mockFile({ products: [product] })
  onTestFinished(remove)
  const service = await startServiceProcess(main, { CATALOGUE_MODE: 'mock', CATALOGUE_MOCK_FILE: file })
  onTestFinished(service.stop)
  const answer = await fetch(`${service.url}/api/products/p-1`)
  expect(await answer.json()).toEqual({ success: true, data: product })
})

test('a missing field stops the start, and the one line says file, record and field', () => {
  const { sku: _, ...variant } = productWith({ id: 'p-2' }).variants[0] ?? {}
  const wrong = { ...productWith({ id: 'p-2' }), variants: [variant] }
  const { file, remove } = mockFile({ products: [productWith({ id: 'p-1' }), wrong] })
  onTestFinished(remove)
  const path = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const env = { PATH: process.env.PATH, PORT: '0', CATALOGUE_MODE: 'mock', CATALOGUE_MOCK_FILE: file }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { env, encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stdout + stderr).toContain(`CATALOGUE_MOCK_FILE ${file}: products.1.variants.0.sku: `)
})
