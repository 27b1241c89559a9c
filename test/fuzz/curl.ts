import type { HttpRequest } from '@campstore/testing/send'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Printable ASCII, which every terminal passes on as it is. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/**
 * A command that sends a request to the gateway at `$api`. A body that a shell would not pass on unchanged is encoded in
 * Base64. A header that is sent several times is repeated.
 */
export function curlOf(
  { method = 'GET', path, headers = {}, body }: HttpRequest,
  authorization?: string | string[],
): string {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const lines = Object.entries({ ...type, authorization, ...headers }).flatMap(([name, values]) =>
    [values ?? []].flat().map(value => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
  )
  const bytes = typeof body === 'object' && !(body instanceof Buffer) ? JSON.stringify(body) : body
  const text = bytes?.toString()
  const plain = typeof bytes === 'string' && isPlain(bytes)
  const data = bytes === undefined ? [] : [plain ? `--data-binary ${quoted(text ?? '')}` : '--data-binary @-']
  const command = ['curl', '-si', '--path-as-is', `-X ${method}`, ...lines, ...data, `"$api"${quoted(path)}`].join(' ')
  return bytes === undefined || plain ? command : `base64 -d <<< ${Buffer.from(bytes).toString('base64')} | ${command}`
}
