import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

test('a bundle for browsers needs nothing else, and has less than 14 kB', async () => {
  const warnings: string[] = []
  const bundle = await rolldown({
    input: fileURLToPath(new URL('client.ts', import.meta.url)),
    platform: 'browser',
    onLog: (_, { message }) => warnings.push(message),
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  expect(warnings).toEqual([])
  expect(output).toHaveLength(1)
  expect(output[0].imports).toEqual([])
  expect(output[0].code).not.toMatch(/["'`]node:|\brequire\(|\bprocess\./)
  expect(gzipSync(output[0].code).byteLength).toBeLessThan(14_000)
})
