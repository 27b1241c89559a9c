import { permissionsOf, roleDefaults, sections } from '@campstore/contract/admin/permissions'

/** Every permission, and the defaults of each role. */
export const permissionDictionary = {
  sections: sections.map(key => ({ key, permissions: [...permissionsOf(key)] })),
  roleDefaults: {
    admin: [...roleDefaults.admin],
    operator: [...roleDefaults.operator],
    warehouse: [...roleDefaults.warehouse],
  },
}
