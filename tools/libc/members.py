"""What the C library is made of."""

MUSL = {
    "complex": """
        __cexp __cexpf cabs cabsf cacos cacosf cacosh cacoshf carg cargf casin casinf
        casinh casinhf catan catanf catanh catanhf ccos ccosf ccosh ccoshf cexp cexpf
        cimag cimagf clog clogf conj conjf cpow cpowf cproj cprojf creal crealf csin
        csinf csinh csinhf csqrt csqrtf ctan ctanf ctanh ctanhf cabsl cacosl cacoshl
        cargl casinl casinhl catanl catanhl ccosl ccoshl cexpl cimagl clogl conjl cpowl
        cprojl creall csinl csinhl csqrtl ctanl ctanhl
    """,
    "ctype": """
        iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint
        iswpunct iswspace iswupper iswxdigit towctrans wcswidth wctrans wcwidth
    """,
    "errno": "strerror",
    "exit": "assert at_quick_exit atexit quick_exit",
    "fenv": """
        __flt_rounds fegetexceptflag feholdexcept fenv fesetexceptflag fesetround
        feupdateenv
    """,
    "internal": "floatscan intscan shgetc",
    "math": """
        __cos __cosdf __expo2 __expo2f __fpclassify __fpclassifyf __math_divzero
        __math_divzerof __math_invalid __math_invalidf __math_oflow __math_oflowf
        __math_uflow __math_uflowf __math_xflow __math_xflowf __rem_pio2
        __rem_pio2_large __rem_pio2f __signbit __signbitf __sin __sindf __tan __tandf
        asinf asinh asinhf atan2 atan2f atanh atanhf erf erff exp2f_data exp_data
        expm1 expm1f fma fmaf ilogb ilogbf j0 j0f j1 j1f jn jnf ldexp ldexpf lgamma
        lgamma_r lgammaf lgammaf_r logb logbf nextafter nextafterf nexttowardf pow
        pow_data powf powf_data remainder remainderf remquo remquof scalbn scalbnf
        signgam significand significandf sinh sinhf tgamma tgammaf
    """,
    "misc": "getopt getopt_long",
    "multibyte": """
        btowc c16rtomb c32rtomb mblen mbrtoc16 mbrtoc32 mbrlen mbrtowc mbsinit
        mbsnrtowcs mbstowcs mbtowc
        internal wcrtomb wcsnrtombs wcsrtombs wcstombs wctob wctomb
    """,
    "prng": "random",
    "stdio": """
        __overflow __stdio_exit __toread __towrite __uflow asprintf clearerr dprintf
        fclose feof ferror fflush fgets fileno fmemopen fprintf fputs fread fscanf fseek
        fgetpos fsetpos ftell fwrite getdelim getline ofl_add open_memstream perror
        printf rewind scanf setbuf setbuffer setlinebuf setvbuf snprintf sprintf sscanf
        stderr stdin stdout ungetc vasprintf vfprintf vfscanf vprintf vscanf
        vdprintf vsnprintf vsprintf vsscanf
    """,
    "stdlib": "atof ecvt fcvt gcvt strtod wcstod wcstol",
    "locale": "langinfo",
    "string": "strerror_r strverscmp",
    "time": """
        __month_to_secs __secs_to_tm __tm_to_secs __year_to_secs asctime asctime_r ctime
        ctime_r difftime gmtime gmtime_r localtime localtime_r mktime strftime timegm
    """,
}
"""musl's sources by folder, each one member."""

SMALL = ("floatscan", "getopt_long", "strftime", "vfprintf", "vfscanf")
"""Of musl's, those that are compiled for size: they are large, and wait for little."""

WHOLE = (
    "c_locale",
    "errno",
    "exit",
    "malloc",
    "rand",
    "rand48",
    "signals",
    "zone",
    "locale",
    "abort",
    "open_files",
)
"""circ's own sources that are one member: their functions share variables."""

SPLIT = (
    "characters",
    "complex_arithmetic",
    "ctype",
    "files",
    "long_double",
    "magnitudes",
    "process",
    "qsort",
    "rounding",
    "stdlib",
    "streams",
    "string",
    "time",
    "trigonometry",
    "wide",
)
"""circ's own sources of which each function is a member."""

ZIG = {
    "c": """
        acos acosf asin atan atanf cbrt cbrtf cosh coshf log1p log1pf tanh tanhf
    """,
    "compiler_rt": "exp exp2 exp2f expf log log10 log10f log2 log2f logf",
}
"""
Functions that ziglang has in Zig alone, by the file in `lib`: each one member.
"""

ZIG_INTRINSICS = {"llvm.exp.f32": "expf", "llvm.exp.f64": "exp", "llvm.log.f32": "logf"}
"""What Zig's functions call as intrinsics that the library has as functions."""
