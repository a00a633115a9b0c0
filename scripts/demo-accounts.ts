/** Who can sign in to the demonstration world; `npm start` prints them. */
export const DEMO_ACCOUNTS = [
  {
    email: 'admin@tune.test',
    password: 'Palco@2026',
    role: 'admin',
    nickname: 'admin',
    fullName: 'Equipe Tune',
    tel: '+5511987650001',
    document: '11144477735',
  },
  {
    email: 'fan@tune.test',
    password: 'Plateia@2026',
    role: 'user',
    nickname: 'fa',
    fullName: 'Ana Ouvinte',
    tel: '+5511987650002',
    document: '52998224725',
  },
] as const

/** The account that acts for Nara Vidal; the other artists' have the same password. */
export const DEMO_ARTIST = { email: 'nara@tune.test', password: 'Plateia@2026' } as const
