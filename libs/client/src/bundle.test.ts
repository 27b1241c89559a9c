import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** The output and the messages of a browser bundler for a program that uses the client. */
async function bundled(program: string) {
  const warnings: string[] = []
  const entry = 'program.js'
  const client = fileURLToPath(new URL('client.ts', import.meta.url))
  const code = program.replace('@campstore/client', client)
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [{ name: 'entry', resolveId: id => (id === entry ? id : null), load: id => (id === entry ? code : null) }],
    onLog: (_, { message }) => warnings.push(message),
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return { output, warnings, code: output[0].code, bytes: gzipSync(output[0].code).byteLength }
}

const whole = "import { createClient } from '@campstore/client'\nwindow.campstore = createClient({ url: window.api })"

test('a bundle for browsers needs nothing else, and has 14 kB', async () => {
  const { output, warnings, code, bytes } = await bundled(whole)
  expect(warnings).toEqual([])
  expect(output).toHaveLength(1)
  expect(output[0].imports).toEqual([])
  expect(code).not.toMatch(/["'`]node:|\brequire\(|\bprocess\./)
  expect(code).toContain('/api/admin/')
  expect(bytes).toBeLessThan(14_500)
})
