/** Which folder may import which. A library imports only the libraries listed for it, so there are no circles. */
const allowedImports = {
  core: [],
  contract: ['core'],
  payments: ['core', 'contract'],
  database: ['core'],
  messaging: ['core', 'contract', 'database'],
  auth: ['core', 'contract', 'database'],
  http: ['core', 'contract', 'auth'],
  upstream: ['core', 'http'],
  service: ['core', 'contract', 'database', 'messaging', 'auth', 'http'],
  holds: ['core', 'contract', 'payments', 'database', 'messaging', 'service'],
  'local-servers': ['core'],
  client: [],
}

/** Tests and fixtures may use the layers above them. */
const testCode = String.raw`\.test\.ts$|/testing/|^libs/testing/|^libs/[^/]+/test/|^services/[^/]+/test/|^gateway/test/`

const libraryRules = Object.entries(allowedImports).map(([library, below]) => ({
  name: `imports-of-${library}`,
  comment: `libs/${library} imports only: ${below.join(', ') || 'no other library'}`,
  severity: 'error',
  from: { path: `^libs/${library}/`, pathNot: testCode },
  to: { path: '^libs/', pathNot: `^libs/(?:${[library, ...below].join('|')})/` },
}))

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'libraries-do-not-reach-up',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(?:gateway|services|tools|test)/' },
    },
    {
      name: 'services-do-not-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(?:gateway|tools|test|services)/', pathNot: '^services/$1/' },
    },
    {
      name: 'gateway-imports-only-libraries',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(?:services|tools|test)/' },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { path: '^(?:gateway|services|libs)/', pathNot: testCode },
      to: { path: testCode },
    },
    {
      name: 'domain-is-pure',
      comment:
        'rules do no input or output: they import other rules, libs/core, libs/contract and the interpreter of lifecycles',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: testCode },
      to: {
        path: '^(?:services|libs)/',
        pathNot: '^services/[^/]+/src/domain/|^libs/(?:core|contract)/|^libs/holds/src/lifecycle',
      },
    },
    {
      name: 'use-cases-are-called-from-above',
      comment: 'what a use case is made of, such as holds, presenters and refusals, knows no use case',
      severity: 'error',
      from: {
        path: '^services/[^/]+/src/',
        pathNot: `^services/[^/]+/src/(?:use-cases/|consumers/|jobs/|[a-z-]*routes|live|[a-z-]*service)|${testCode}`,
      },
      to: { path: '^services/[^/]+/src/use-cases/' },
    },
    {
      name: 'persistence-knows-no-use-case',
      severity: 'error',
      from: { path: '^services/[^/]+/src/persistence/', pathNot: testCode },
      to: { path: '^services/[^/]+/src/(?:routes|service|consumers|jobs)' },
    },
    {
      name: 'console-uses-only-the-public-api',
      comment:
        'the console knows the client and the schemas of the contract, and nothing knows the console but its build',
      severity: 'error',
      from: { path: '^console/', pathNot: testCode },
      to: { path: '^(?:gateway|services|tools|test|libs)/', pathNot: '^libs/(?:client|contract)/' },
    },
    {
      name: 'design-knows-no-record',
      comment:
        'components of the design know dates, amounts, filters and texts, but not the API, its records or the pages',
      severity: 'error',
      from: { path: '^console/src/design/', pathNot: testCode },
      to: { path: '^(?:console|libs)/', pathNot: '^console/src/(?:design|lib)/' },
    },
    {
      name: 'lib-of-the-console-is-below',
      comment: 'dates, amounts, filters and texts know neither the components nor the pages',
      severity: 'error',
      from: { path: '^console/src/lib/', pathNot: testCode },
      to: { path: '^(?:console|libs)/', pathNot: '^console/src/lib/|^libs/contract/' },
    },
    {
      name: 'nothing-uses-the-console',
      severity: 'error',
      from: {
        path: '^(?:gateway|services|libs|tools|test)/',
        pathNot: `^(?:tools/build-console|test/browser/console-tour)\\.ts$|${testCode}`,
      },
      to: { path: '^console/' },
    },
    ...libraryRules,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`^data/|^\.local/|^gateway/console/|/dist/` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx'],
    },
  },
}
