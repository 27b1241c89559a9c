import { z } from 'zod'
import { changed, created, declareAdminRoutes, declareRoutes, pageOf } from '../declare.ts'
import { objectOf, objectsOf, timestampSchema } from '../schemas.ts'
import { text } from '../text.ts'
import { issue } from '../texts/text.ts'
import { oneOf, pageQuery, searchFilter, sortedBy, textInput, yesOrNo } from './fields.ts'
import { roles, type Section, sections } from './permissions.ts'

const role = z.enum(roles).describe('Role, which decides the default permissions')
const override = z.strictObject({
  view: z.boolean().describe('Whether the section may be read'),
  edit: z.boolean().describe('Whether the section may be changed; requires `view`'),
})

const userFields = {
  id: z.string().describe('Administrator id'),
  email: z.string().describe('E-mail on the whitelist; cannot be changed'),
  name: z.string().describe('Name'),
  role,
  active: z.boolean().describe('Whether the account may be used'),
  firebaseUid: z.string().nullable().describe("The identity provider's uid; null until the account is bound"),
  createdAt: timestampSchema.describe('Creation'),
  updatedAt: timestampSchema.describe('Last change'),
}

/** An administrator's account as one line of a list (docs/contract/resources.md#administrator). */
export const adminUserSchema = z.strictObject(userFields)
export type AdminUser = z.infer<typeof adminUserSchema>

/** Personal permissions by section, where they differ from the role's. */
export const overridesSchema = z.partialRecord(z.enum(sections), override)
export type Overrides = z.infer<typeof overridesSchema>

/** An administrator's account with its permissions. */
export const adminUserDetailSchema = z.strictObject({
  ...userFields,
  permissionOverrides: overridesSchema.describe('Permissions by section, where they differ from the role'),
  effectivePermissions: z.array(z.string()).describe('Permissions that currently apply to the account'),
})
export type AdminUserDetail = z.infer<typeof adminUserDetailSchema>

/** The e-mail address of an account: ASCII, so that its lower case is its key (docs/contract/conventions.md#texts-for-look-up). */
export const emailInput = text().trim().max(254).pipe(z.email())

/** An object instead of a record: a record ignores a key `__proto__`, an object refuses it like any other unknown field. */
const overridesInput = z
  .strictObject(
    Object.fromEntries(
      sections.map(section => [section, override.optional().describe(`The section ${section}`)]),
    ) as Record<Section, z.ZodOptional<typeof override>>,
  )
  .superRefine((overrides, ctx) => {
    for (const [section, wanted] of Object.entries(overrides)) {
      if (wanted?.edit && !wanted.view)
        ctx.addIssue({ code: 'custom', path: [section], message: issue('must.haveViewWithEdit') })
    }
  })

export const createUserSchema = z.strictObject({
  name: textInput(100).describe('Name'),
  email: emailInput.describe('E-mail to whitelist; unique, ignoring case'),
  role,
})
export type CreateUser = z.output<typeof createUserSchema>
export const changeUserSchema = z.strictObject({
  active: z.boolean().optional().describe('Whether the account may be used'),
  role: role.optional(),
  name: textInput(100).optional().describe('Name'),
})
export type ChangeUser = z.output<typeof changeUserSchema>
export const usersQuerySchema = pageQuery({
  q: searchFilter,
  role: oneOf(roles).describe('Role of the account'),
  active: yesOrNo.describe('Whether the account may be used'),
  sort: sortedBy(['createdAt', 'email', 'name'], 'createdAt,desc'),
})
export type UsersQuery = z.output<typeof usersQuerySchema>

const sessionRoutes = declareRoutes('public', {
  openAdminSession: {
    summary: 'Exchanges an ID token for the whitelisted account, and binds it on first use',
    endpoint: 'POST /api/admin/auth/firebase/session',
    body: z.strictObject({ idToken: text().min(1).describe('ID token of the identity provider') }),
    data: adminUserDetailSchema,
    errors: ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE'],
  },
})

const accountRoutes = declareAdminRoutes('permissions', undefined, {
  /** docs/contract/admin.md#administrator-accounts */
  getOwnAccount: {
    summary: "Reads the caller's own account with overrides and effective permissions",
    endpoint: 'GET /api/admin/me',
    permissions: [],
    data: adminUserDetailSchema,
  },
  createUser: {
    summary: 'Whitelists an administrator',
    endpoint: 'POST /api/admin/users',
    body: createUserSchema,
    ...created(adminUserDetailSchema),
    errors: ['CONFLICT'],
  },
  listUsers: {
    summary: 'Lists administrators',
    endpoint: 'GET /api/admin/users',
    ...pageOf(usersQuerySchema, adminUserSchema),
  },
  getUser: {
    summary: 'Reads an administrator with overrides and effective permissions',
    endpoint: 'GET /api/admin/users/{id}',
    data: adminUserDetailSchema,
  },
  changeUser: {
    summary: 'Activates, deactivates or renames an administrator, or changes the role',
    endpoint: 'PATCH /api/admin/users/{id}',
    body: changeUserSchema,
    ...changed(adminUserDetailSchema),
  },
  replacePermissions: {
    summary: "Replaces an administrator's personal overrides",
    endpoint: 'PUT /api/admin/users/{id}/permissions',
    body: z.strictObject({
      overrides: overridesInput.describe('Permissions by section; replaces all personal overrides'),
    }),
    ...changed(adminUserDetailSchema),
  },
  readPermissions: {
    summary: 'Lists all permissions, and the defaults of each role',
    endpoint: 'GET /api/admin/permissions',
    data: z.strictObject({
      sections: objectsOf('Sections of the administration', {
        key: z.enum(sections).describe('Name of the section'),
        permissions: z.array(z.string()).describe('Its permissions'),
      }),
      roleDefaults: objectOf('Permissions of each role', {
        admin: z.array(z.string()).describe('Permissions of the role admin'),
        operator: z.array(z.string()).describe('Permissions of the role operator'),
        warehouse: z.array(z.string()).describe('Permissions of the role warehouse'),
      }),
    }),
  },
})

/** Accounts, permissions and signing in; the admin service answers these itself. */
export const userRoutes = { ...sessionRoutes, ...accountRoutes }
