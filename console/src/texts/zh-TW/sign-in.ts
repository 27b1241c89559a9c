import type { ChineseTexts } from '../catalogue.ts'

export const signIn: ChineseTexts['signIn'] = {
  title: '登入',
  hint: 'campstore 後台',
  password: '密碼',
  demonstration: '示範帳號',
  roleHints: {
    admin: '所有功能，包含帳號與權限',
    operator: '訂位、訂單、顧客、優惠券、休園',
    warehouse: '待出貨訂單、庫存、入住',
  },
  notConfigured: '尚未設定登入。請在閘道的設定中指定身分驗證服務。',
  noAccount: '您還沒有後台權限',
  inactive: '您的帳號已停用',
  inactiveHint: '請管理員在「團隊」頁面重新啟用帳號，然後再試一次。',
  noAccountHint: '請管理員在「團隊」頁面加入您的電子郵件，然後再試一次。',
  otherAccount: '使用其他帳號',
  expired: '登入已逾時。請重新登入，即可繼續操作。',
  problems: {
    wrong: '電子郵件或密碼不正確。',
    tooMany: '嘗試次數過多，請幾分鐘後再試。',
    unreachable: '無法連線到身分驗證服務，請稍後再試。',
    failed: '無法登入，請再試一次。',
  },
}
