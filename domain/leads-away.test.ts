import { expect, test } from 'vitest'
import { wayOutIn } from './leads-away.ts'

test.each([
  ...['https://golpe.example', 'veja HTTP:\\\\golpe', 'www.golpe.example', 'localhost:23000/x'],
  ...[
    'golpe.com',
    'Ganhe em tune-premios.com agora',
    'GOLPE.COM',
    'Golpe.Com',
    'golpe.com.br',
    'Golpe.com.br',
  ],
  ...['promo-tune.tickets', 'golpe.music', 'nara-oficial.shopping', 'Nara.music', 'x 1a.zip', 't.me/golpe'],
  ...['entra em nara.de', 'T.me/golpe', 'Golpe.io', 'golpe.xn--p1ai', 'coisa.música/1', '10.0.0.1:80'],
  ...['nara@promo-tune.tickets', '@nara.vidal', 'segue @nara', 'nara@gmail', 'arroba golpe'],
  ...[
    'пример.рф',
    'golpe.сайт',
    'golpe.中国',
    '11 987 654 321',
    '11.987.654.321',
    '11 98 76 54 32 1',
    '1.1.9.8.7.6.5.4.3.2.1',
  ],
  ...[
    'golpe[.]com',
    'golpe (.) com',
    'golpe . com',
    'golpe,com',
    'g o l p e . c o m',
    'golpe%2Ecom',
    'golpe。com',
  ],
  ...[
    'golpe.соm',
    'golpe\u2024com',
    'golpe\u200b.com',
    'g\u00adolpe.com',
    'ｇｏｌｐｅ．ｃｏｍ',
    'golpe\ufe00.com',
  ],
  ...['golpe ponto com', 'golpe dot com', 'golpe ponto com ponto br', 'golpe (ponto) com agora'],
  ...[
    'Zap 11 98765-4321',
    '(11) 98765-4321',
    '+55 (11) 9 8765-4321',
    '11987654321',
    '3322-4455',
    '0800 000 000',
  ],
  ...[
    '11/98765/4321',
    '11*98765*4321',
    '11:98765:4321',
    '11 98765 e 4321',
    '11 98765 2024',
    '１１ ９８７６５ ４３２１',
  ],
  ...['1️⃣1️⃣9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣', '1\u200b1987654321', '11.98765.4321', '11 - 98765 - 4321', '1198765432111912345678'],
  ...['T.ME/abc', 'Bit.Ly/premio', 'wa.Me/abc', 'MEUSITE.APP', 'n@x.CO', 'http:/1.1.1.1'],
  ...[
    '+351 912 345 678',
    '00 351 912 345 678',
    '+34 612 345 678',
    '(+44) 20 7946 0958',
    '4004-1234',
    '0800-123-4567',
    '١١ ٩٨٧٦٥ ٤٣٢١',
  ],
])('%j leads away', (text) => {
  expect(wayOutIn(text)).not.toBeNull()
})

test.each([
  ...[
    'Turnê 2018–2024: obrigada',
    'Turnê 2025 2026',
    '1989 1990 1991',
    'Lote 2.0 (2026–2027)',
    'de 1998 a 2026',
  ],
  ...['Show sexta 20.11 21.30', 'Dias 10-11-12-13 de março', '12 13 14 15 de maio', '10.11.12.13 e 14/12'],
  ...[
    'Dia 20/11/2026 às 21:30',
    '20/11/2026 21:30',
    'Av. Paulista 1578 - 20/11',
    '20112026',
    'Dias 10, 11, 12, 13 e 14/03',
  ],
  ...['Olá a tod@s', 'amig@s, obrigada', 'Querid@s amig@s', 'Salve a todos @s'],
  ...['10 000 000 plays', '1.500.000.000 plays', 'R$ 1.500.000,00', 'Parabéns pelos 30, 1.500.000 de beijos'],
  ...[
    'CEP 01041-001',
    'entre 1500 e 2500 pessoas',
    '15000 e 25000 seguidores',
    '9 8 7 6 5 4 3 2 1!',
    'Sala 300, 20/11/2026',
  ],
  ...[
    'Chico feat.DJ Ferrugem',
    'chico feat.dj ferrugem',
    '20h.Na rua',
    '20h.na rua',
    'Oi.Eu vim',
    'Sexta.Com Chico',
  ],
  ...[
    'Oi.eu vim',
    'Obrigada.mil beijos',
    'joao.silva',
    'amo.você',
    'J.R. Lima',
    'Nº 1.5',
    'Ana...',
    'dona www',
    'fim. Depois',
  ],
  ...[
    'Fim.\nDe novo',
    'SEXTA.NA RUA',
    'Show @ Circo Voador',
    'Volto sexta, com...',
    'vem, com\na chuva',
    'Volto, com Chico',
  ],
  ...[
    'no ponto com a banda',
    'uma arroba de boi',
    'Tem <b>show</b> domingo',
    'Lado A/B',
    'e/ou',
    '1️⃣ Maré 2️⃣ Sol',
    'p.ex. hoje',
  ],
  ...[
    'T u r n ê',
    'Sala:101',
    'Ano:2025/2026',
    'às 20h30 e 22h',
    'R$ 20,00/R$ 40,00',
    '50% off',
    'Привет',
    'Nara . com Chico',
  ],
  ...['will.I.Am', 'Obrigada.Ao vivo é melhor', '120-128-140 bpm', 'você é 1000/1000', '100000000 beijos'],
  ...[
    'ingressos 1234 5678 vendidos',
    'lote 2026-000123',
    'Nº 12345678',
    '+10 000 000 plays',
    '+1 500 000 000 plays',
  ],
  '',
])('%j stays here', (text) => {
  expect(wayOutIn(text)).toBeNull()
})

test('what was found is told as its reader would retype it', () => {
  expect(wayOutIn('Ingressos em g o l p e . c o m hoje')).toBe('golpe.com')
  expect(wayOutIn('Chame no (11) 98765-4321, Ana')).toBe('(11) 98765-4321')
  expect(wayOutIn('Oi! Segue @nara.vidal')).toBe('@nara.vidal')
})
