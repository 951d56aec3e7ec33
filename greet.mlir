builtin.module attributes {circ.program} {
  func.func private @js_add2(i64, i64) -> i64
  func.func private @js_array_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_array_map(i64, i64, i64, i32, i32) -> i64
  func.func private @js_array_to_string(i64, i64, i64, i32, i32) -> i64
  func.func private @js_boolean_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_callthis1(i64, i64, i64) -> i64
  func.func private @js_callthis2(i64, i64, i64, i64) -> i64
  func.func private @js_console_log(i64, i64, i64, i32, i32) -> i64
  func.func private @js_createemptyarray() -> i64
  func.func private @js_defineclass(i64, i64, i64, i64) -> i64
  func.func private @js_definefunc(i64, i64, i64) -> i64
  func.func private @js_definemethod(i64, i64, i64, i64) -> i64
  func.func private @js_div2(i64, i64) -> i64
  func.func private @js_error_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_error_to_string(i64, i64, i64, i32, i32) -> i64
  func.func private @js_function_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_install_constructor(i64, i64, i32, i64, i64, i64) -> ()
  func.func private @js_install_function(i64, i64, i32, i64) -> ()
  func.func private @js_install_object(i64, i64, i64) -> ()
  func.func private @js_ldlexenv(i64) -> i64
  func.func private @js_ldobjbyname(i64, i64) -> i64
  func.func private @js_newobjrange(i64, i32) -> i64
  func.func private @js_number_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_object_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_object_to_string(i64, i64, i64, i32, i32) -> i64
  func.func private @js_range_error_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_reference_error_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_starraypush(i64, i64) -> i64
  func.func private @js_start(i32, i32, i32, i32, i32) -> i32
  func.func private @js_stmethodbyvalue(i64, i64, i64) -> i64
  func.func private @js_stobjbyname(i64, i64, i64, i64) -> i64
  func.func private @js_stricteq(i64, i64) -> i64
  func.func private @js_string_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_string_repeat(i64, i64, i64, i32, i32) -> i64
  func.func private @js_throw_ifnotconstructorcall(i64, i64) -> i64
  func.func private @js_tostring(i64) -> i64
  func.func private @js_tryldglobalbyname(i64) -> i64
  func.func private @js_type_error_constructor(i64, i64, i64, i32, i32) -> i64
  func.func private @js_typed_map(i64, i64, i64, i32, i32) -> i64
  circuit.global @js.text 284 align 4 constant = "0900000070726f746f7479706500000005000000677265657400000007000000636f6e736f6c6500030000006c6f670005000000776f726c64000000030000006d617000070000004772656574657200040000006e616d650700000048656c6c6f2c2000010000002100000006000000726570656174000006000000736372697074000000000000060000004f626a65637400000800000046756e6374696f6e05000000417272617900000006000000537472696e670000060000004e756d626572000007000000426f6f6c65616e00050000004572726f7200000009000000547970654572726f720000000a00000052616e67654572726f7200000e0000005265666572656e63654572726f72000008000000746f537472696e67"
  circuit.global @js.strings 192 align 8
  circuit.global @js.method.0.script 16 align 4 constant = "0000000000000000000000000b000000" addresses [@js.function.0.script]
  circuit.global @js.method.1.Greeter 16 align 4 constant = "00000000010000001300000006000000" addresses [@js.function.1.Greeter]
  circuit.global @js.method.2.greet 16 align 4 constant = "00000000010000001200000001000000" addresses [@js.function.2.greet]
  circuit.global @js.method.3.anonymous 16 align 4 constant = "0000000001000000010000000c000000" addresses [@js.function.3.anonymous]
  circuit.func @js.function.0.script(i64, i64, i64, i32, i32) -> i64 {
    circuit.circuit_root
    %0 = circuit.state_entry
    %1 = circuit.depend_entry
    circuit.return_list
    circuit.throw_list
    circuit.constant_list
    circuit.alloca_list
    circuit.arg_list
    %2 = circuit.arg 0 : i64
    %3 = circuit.symbol @js_ldlexenv
    %4, %5 = circuit.call %1, %3(%2) : (i64) -> i64
    %6 = circuit.constant 5 : i64
    %7 = circuit.symbol @js.method.1.Greeter
    %8 = circuit.zext %7 : !circuit.arch to i64
    %9 = circuit.constant 1 : i64
    %10 = circuit.symbol @js_defineclass
    %11, %12 = circuit.call %4, %10(%8, %9, %6, %5) : (i64, i64, i64, i64) -> i64
    %13 = circuit.constant 10 : i64
    %14 = circuit.icmp eq %12, %13 : i64
    %15 = circuit.if_branch %0, %14 weights array<i32: 1, 1000>
    %16 = circuit.if_true %15
    %17 = circuit.depend_relay %16, %11
    %18 = circuit.if_false %15
    %19 = circuit.depend_relay %18, %11
    %20 = circuit.symbol @js.strings
    %21, %22 = circuit.load %1, %20 memory <8> : i64
    %23 = circuit.symbol @js_ldobjbyname
    %24, %25 = circuit.call %19, %23(%22, %12) : (i64, i64) -> i64
    %26 = circuit.icmp eq %25, %13 : i64
    %27 = circuit.if_branch %18, %26 weights array<i32: 1, 1000>
    %28 = circuit.if_true %27
    %29 = circuit.depend_relay %28, %24
    %30 = circuit.if_false %27
    %31 = circuit.depend_relay %30, %24
    %32 = circuit.constant 8 : !circuit.arch
    %33 = circuit.add %20, %32 : !circuit.arch
    %34, %35 = circuit.load %1, %33 memory <8> : i64
    %36 = circuit.symbol @js.method.2.greet
    %37 = circuit.zext %36 : !circuit.arch to i64
    %38 = circuit.constant 0 : i64
    %39 = circuit.symbol @js_definemethod
    %40, %41 = circuit.call %31, %39(%37, %38, %25, %5) : (i64, i64, i64, i64) -> i64
    %42 = circuit.symbol @js_stmethodbyvalue
    %43, %44 = circuit.call %40, %42(%25, %35, %41) : (i64, i64, i64) -> i64
    %45 = circuit.icmp eq %44, %13 : i64
    %46 = circuit.if_branch %30, %45 weights array<i32: 1, 1000>
    %47 = circuit.if_true %46
    %48 = circuit.depend_relay %47, %43
    %49 = circuit.if_false %46
    %50 = circuit.depend_relay %49, %43
    %51 = circuit.constant 16 : !circuit.arch
    %52 = circuit.add %20, %51 : !circuit.arch
    %53, %54 = circuit.load %1, %52 memory <8> : i64
    %55 = circuit.symbol @js_tryldglobalbyname
    %56, %57 = circuit.call %50, %55(%54) : (i64) -> i64
    %58 = circuit.icmp eq %57, %13 : i64
    %59 = circuit.if_branch %49, %58 weights array<i32: 1, 1000>
    %60 = circuit.if_true %59
    %61 = circuit.depend_relay %60, %56
    %62 = circuit.if_false %59
    %63 = circuit.depend_relay %62, %56
    %64 = circuit.constant 24 : !circuit.arch
    %65 = circuit.add %20, %64 : !circuit.arch
    %66, %67 = circuit.load %1, %65 memory <8> : i64
    %68, %69 = circuit.call %63, %23(%67, %57) : (i64, i64) -> i64
    %70 = circuit.icmp eq %69, %13 : i64
    %71 = circuit.if_branch %62, %70 weights array<i32: 1, 1000>
    %72 = circuit.if_true %71
    %73 = circuit.depend_relay %72, %68
    %74 = circuit.if_false %71
    %75 = circuit.depend_relay %74, %68
    %76 = circuit.constant 32 : !circuit.arch
    %77 = circuit.add %20, %76 : !circuit.arch
    %78, %79 = circuit.load %1, %77 memory <8> : i64
    %80 = circuit.constant 2 : i64
    %81 = circuit.alloca 16
    %82 = circuit.store %75, %12, %81 memory <8> : i64
    %83 = circuit.constant 8 : !circuit.arch
    %84 = circuit.add %81, %83 : !circuit.arch
    %85 = circuit.store %82, %79, %84 memory <8> : i64
    %86 = circuit.bitcast %81 : !circuit.arch to i32
    %87 = circuit.symbol @js_newobjrange
    %88, %89 = circuit.call %85, %87(%80, %86) : (i64, i32) -> i64
    %90 = circuit.icmp eq %89, %13 : i64
    %91 = circuit.if_branch %74, %90 weights array<i32: 1, 1000>
    %92 = circuit.if_true %91
    %93 = circuit.depend_relay %92, %88
    %94 = circuit.if_false %91
    %95 = circuit.depend_relay %94, %88
    %96, %97 = circuit.call %95, %23(%35, %89) : (i64, i64) -> i64
    %98 = circuit.icmp eq %97, %13 : i64
    %99 = circuit.if_branch %94, %98 weights array<i32: 1, 1000>
    %100 = circuit.if_true %99
    %101 = circuit.depend_relay %100, %96
    %102 = circuit.if_false %99
    %103 = circuit.depend_relay %102, %96
    %104 = circuit.constant -281474976710653 : i64
    %105 = circuit.symbol @js_callthis1
    %106, %107 = circuit.call %103, %105(%89, %104, %97) : (i64, i64, i64) -> i64
    %108 = circuit.icmp eq %107, %13 : i64
    %109 = circuit.if_branch %102, %108 weights array<i32: 1, 1000>
    %110 = circuit.if_true %109
    %111 = circuit.depend_relay %110, %106
    %112 = circuit.if_false %109
    %113 = circuit.depend_relay %112, %106
    %114 = circuit.symbol @js_createemptyarray
    %115, %116 = circuit.call %113, %114() : () -> i64
    %117 = circuit.constant -281474976710655 : i64
    %118 = circuit.symbol @js_starraypush
    %119, %120 = circuit.call %115, %118(%116, %117) : (i64, i64) -> i64
    %121 = circuit.constant -281474976710654 : i64
    %122, %123 = circuit.call %119, %118(%116, %121) : (i64, i64) -> i64
    %124, %125 = circuit.call %122, %118(%116, %104) : (i64, i64) -> i64
    %126 = circuit.constant 40 : !circuit.arch
    %127 = circuit.add %20, %126 : !circuit.arch
    %128, %129 = circuit.load %1, %127 memory <8> : i64
    %130, %131 = circuit.call %124, %23(%129, %116) : (i64, i64) -> i64
    %132 = circuit.icmp eq %131, %13 : i64
    %133 = circuit.if_branch %112, %132 weights array<i32: 1, 1000>
    %134 = circuit.if_true %133
    %135 = circuit.depend_relay %134, %130
    %136 = circuit.if_false %133
    %137 = circuit.depend_relay %136, %130
    %138 = circuit.symbol @js.method.3.anonymous
    %139 = circuit.zext %138 : !circuit.arch to i64
    %140 = circuit.symbol @js_definefunc
    %141, %142 = circuit.call %137, %140(%139, %9, %5) : (i64, i64, i64) -> i64
    %143, %144 = circuit.call %141, %105(%116, %142, %131) : (i64, i64, i64) -> i64
    %145 = circuit.icmp eq %144, %13 : i64
    %146 = circuit.if_branch %136, %145 weights array<i32: 1, 1000>
    %147 = circuit.if_true %146
    %148 = circuit.depend_relay %147, %143
    %149 = circuit.if_false %146
    %150 = circuit.depend_relay %149, %143
    %151 = circuit.symbol @js_callthis2
    %152, %153 = circuit.call %150, %151(%57, %107, %144, %69) : (i64, i64, i64, i64) -> i64
    %154 = circuit.icmp eq %153, %13 : i64
    %155 = circuit.if_branch %149, %154 weights array<i32: 1, 1000>
    %156 = circuit.if_true %155
    %157 = circuit.depend_relay %156, %152
    %158 = circuit.if_false %155
    %159 = circuit.depend_relay %158, %152
    circuit.return %158, %159, %80 : i64
    %160 = circuit.merge %16, %28, %47, %60, %72, %92, %100, %110, %134, %147, %156
    %161 = circuit.depend_selector %160, %17, %29, %48, %61, %73, %93, %101, %111, %135, %148, %157
    %162 = circuit.constant 10 : i64
    circuit.return %160, %161, %162 : i64
  }
  circuit.func @js.function.1.Greeter(i64, i64, i64, i32, i32) -> i64 {
    circuit.circuit_root
    %0 = circuit.state_entry
    %1 = circuit.depend_entry
    circuit.return_list
    circuit.throw_list
    circuit.constant_list
    circuit.alloca_list
    circuit.arg_list
    %2 = circuit.constant 2 : i64
    %3 = circuit.arg 4 : i32
    %4 = circuit.bitcast %3 : i32 to !circuit.arch
    %5, %6 = circuit.load %1, %4 memory <8> : i64
    %7 = circuit.symbol @js.strings
    %8 = circuit.constant 48 : !circuit.arch
    %9 = circuit.add %7, %8 : !circuit.arch
    %10, %11 = circuit.load %1, %9 memory <8> : i64
    %12 = circuit.arg 1 : i64
    %13 = circuit.symbol @js_throw_ifnotconstructorcall
    %14, %15 = circuit.call %5, %13(%11, %12) : (i64, i64) -> i64
    %16 = circuit.constant 10 : i64
    %17 = circuit.icmp eq %15, %16 : i64
    %18 = circuit.if_branch %0, %17 weights array<i32: 1, 1000>
    %19 = circuit.if_true %18
    %20 = circuit.depend_relay %19, %14
    %21 = circuit.if_false %18
    %22 = circuit.depend_relay %21, %14
    %23 = circuit.arg 2 : i64
    %24 = circuit.constant 56 : !circuit.arch
    %25 = circuit.add %7, %24 : !circuit.arch
    %26, %27 = circuit.load %1, %25 memory <8> : i64
    %28 = circuit.arg 0 : i64
    %29 = circuit.symbol @js_stobjbyname
    %30, %31 = circuit.call %22, %29(%27, %23, %6, %28) : (i64, i64, i64, i64) -> i64
    %32 = circuit.icmp eq %31, %16 : i64
    %33 = circuit.if_branch %21, %32 weights array<i32: 1, 1000>
    %34 = circuit.if_true %33
    %35 = circuit.depend_relay %34, %30
    %36 = circuit.if_false %33
    %37 = circuit.depend_relay %36, %30
    circuit.return %36, %37, %2 : i64
    %38 = circuit.merge %19, %34
    %39 = circuit.depend_selector %38, %20, %35
    %40 = circuit.constant 10 : i64
    circuit.return %38, %39, %40 : i64
  }
  circuit.func @js.function.2.greet(i64, i64, i64, i32, i32) -> i64 {
    circuit.circuit_root
    %0 = circuit.state_entry
    %1 = circuit.depend_entry
    circuit.return_list
    circuit.throw_list
    circuit.constant_list
    circuit.alloca_list
    circuit.arg_list
    %2 = circuit.constant 2 : i64
    %3 = circuit.arg 4 : i32
    %4 = circuit.bitcast %3 : i32 to !circuit.arch
    %5, %6 = circuit.load %1, %4 memory <8> : i64
    %7 = circuit.symbol @js_stricteq
    %8, %9 = circuit.call %5, %7(%6, %2) : (i64, i64) -> i64
    %10 = circuit.constant 6 : i64
    %11 = circuit.icmp eq %9, %10 : i64
    %12 = circuit.if_branch %0, %11
    %13 = circuit.if_true %12
    %14 = circuit.depend_relay %13, %8
    %15 = circuit.if_false %12
    %16 = circuit.depend_relay %15, %8
    %17 = circuit.constant -281474976710655 : i64
    %18 = circuit.merge %13, %15
    %19 = circuit.depend_selector %18, %14, %16
    %20 = circuit.value_selector %18, %6, %17 : i64
    %21 = circuit.symbol @js.strings
    %22 = circuit.constant 64 : !circuit.arch
    %23 = circuit.add %21, %22 : !circuit.arch
    %24, %25 = circuit.load %1, %23 memory <8> : i64
    %26 = circuit.arg 2 : i64
    %27 = circuit.constant 56 : !circuit.arch
    %28 = circuit.add %21, %27 : !circuit.arch
    %29, %30 = circuit.load %1, %28 memory <8> : i64
    %31 = circuit.symbol @js_ldobjbyname
    %32, %33 = circuit.call %19, %31(%30, %26) : (i64, i64) -> i64
    %34 = circuit.constant 10 : i64
    %35 = circuit.icmp eq %33, %34 : i64
    %36 = circuit.if_branch %18, %35 weights array<i32: 1, 1000>
    %37 = circuit.if_true %36
    %38 = circuit.depend_relay %37, %32
    %39 = circuit.if_false %36
    %40 = circuit.depend_relay %39, %32
    %41 = circuit.symbol @js_tostring
    %42, %43 = circuit.call %40, %41(%33) : (i64) -> i64
    %44 = circuit.icmp eq %43, %34 : i64
    %45 = circuit.if_branch %39, %44 weights array<i32: 1, 1000>
    %46 = circuit.if_true %45
    %47 = circuit.depend_relay %46, %42
    %48 = circuit.if_false %45
    %49 = circuit.depend_relay %48, %42
    %50 = circuit.symbol @js_add2
    %51, %52 = circuit.call %49, %50(%25, %43) : (i64, i64) -> i64
    %53 = circuit.icmp eq %52, %34 : i64
    %54 = circuit.if_branch %48, %53 weights array<i32: 1, 1000>
    %55 = circuit.if_true %54
    %56 = circuit.depend_relay %55, %51
    %57 = circuit.if_false %54
    %58 = circuit.depend_relay %57, %51
    %59 = circuit.constant 72 : !circuit.arch
    %60 = circuit.add %21, %59 : !circuit.arch
    %61, %62 = circuit.load %1, %60 memory <8> : i64
    %63 = circuit.constant 80 : !circuit.arch
    %64 = circuit.add %21, %63 : !circuit.arch
    %65, %66 = circuit.load %1, %64 memory <8> : i64
    %67, %68 = circuit.call %58, %31(%66, %62) : (i64, i64) -> i64
    %69 = circuit.icmp eq %68, %34 : i64
    %70 = circuit.if_branch %57, %69 weights array<i32: 1, 1000>
    %71 = circuit.if_true %70
    %72 = circuit.depend_relay %71, %67
    %73 = circuit.if_false %70
    %74 = circuit.depend_relay %73, %67
    %75 = circuit.symbol @js_callthis1
    %76, %77 = circuit.call %74, %75(%62, %20, %68) : (i64, i64, i64) -> i64
    %78 = circuit.icmp eq %77, %34 : i64
    %79 = circuit.if_branch %73, %78 weights array<i32: 1, 1000>
    %80 = circuit.if_true %79
    %81 = circuit.depend_relay %80, %76
    %82 = circuit.if_false %79
    %83 = circuit.depend_relay %82, %76
    %84, %85 = circuit.call %83, %50(%52, %77) : (i64, i64) -> i64
    %86 = circuit.icmp eq %85, %34 : i64
    %87 = circuit.if_branch %82, %86 weights array<i32: 1, 1000>
    %88 = circuit.if_true %87
    %89 = circuit.depend_relay %88, %84
    %90 = circuit.if_false %87
    %91 = circuit.depend_relay %90, %84
    circuit.return %90, %91, %85 : i64
    %92 = circuit.merge %37, %46, %55, %71, %80, %88
    %93 = circuit.depend_selector %92, %38, %47, %56, %72, %81, %89
    %94 = circuit.constant 10 : i64
    circuit.return %92, %93, %94 : i64
  }
  circuit.func @js.function.3.anonymous(i64, i64, i64, i32, i32) -> i64 {
    circuit.circuit_root
    %0 = circuit.state_entry
    %1 = circuit.depend_entry
    circuit.return_list
    circuit.throw_list
    circuit.constant_list
    circuit.alloca_list
    circuit.arg_list
    %2 = circuit.constant 2 : i64
    %3 = circuit.arg 4 : i32
    %4 = circuit.bitcast %3 : i32 to !circuit.arch
    %5, %6 = circuit.load %1, %4 memory <8> : i64
    %7 = circuit.constant -281474976710654 : i64
    %8 = circuit.symbol @js_div2
    %9, %10 = circuit.call %5, %8(%6, %7) : (i64, i64) -> i64
    %11 = circuit.constant 10 : i64
    %12 = circuit.icmp eq %10, %11 : i64
    %13 = circuit.if_branch %0, %12 weights array<i32: 1, 1000>
    %14 = circuit.if_true %13
    %15 = circuit.depend_relay %14, %9
    %16 = circuit.if_false %13
    %17 = circuit.depend_relay %16, %9
    circuit.return %16, %17, %10 : i64
    %18 = circuit.constant 10 : i64
    circuit.return %14, %15, %18 : i64
  }
  circuit.func @js.install() -> () {
    circuit.circuit_root
    %0 = circuit.state_entry
    %1 = circuit.depend_entry
    circuit.return_list
    circuit.throw_list
    circuit.constant_list
    circuit.alloca_list
    circuit.arg_list
    %2 = circuit.constant 0 : i64
    %3 = circuit.symbol @js.strings
    %4 = circuit.constant 104 : !circuit.arch
    %5 = circuit.add %3, %4 : !circuit.arch
    %6, %7 = circuit.load %1, %5 memory <8> : i64
    %8 = circuit.symbol @js_object_constructor
    %9 = circuit.bitcast %8 : !circuit.arch to i32
    %10 = circuit.constant 1 : i64
    %11 = circuit.constant 16 : i64
    %12 = circuit.constant 1 : i64
    %13 = circuit.symbol @js_install_constructor
    %14 = circuit.call %1, %13(%2, %7, %9, %10, %11, %12) : (i64, i64, i32, i64, i64, i64) -> ()
    %15 = circuit.constant 0 : i64
    %16 = circuit.constant 112 : !circuit.arch
    %17 = circuit.add %3, %16 : !circuit.arch
    %18, %19 = circuit.load %1, %17 memory <8> : i64
    %20 = circuit.symbol @js_function_constructor
    %21 = circuit.bitcast %20 : !circuit.arch to i32
    %22 = circuit.constant 1 : i64
    %23 = circuit.constant 17 : i64
    %24 = circuit.constant 2 : i64
    %25 = circuit.symbol @js_install_constructor
    %26 = circuit.call %14, %25(%15, %19, %21, %22, %23, %24) : (i64, i64, i32, i64, i64, i64) -> ()
    %27 = circuit.constant 0 : i64
    %28 = circuit.constant 120 : !circuit.arch
    %29 = circuit.add %3, %28 : !circuit.arch
    %30, %31 = circuit.load %1, %29 memory <8> : i64
    %32 = circuit.symbol @js_array_constructor
    %33 = circuit.bitcast %32 : !circuit.arch to i32
    %34 = circuit.constant 1 : i64
    %35 = circuit.constant 18 : i64
    %36 = circuit.constant 3 : i64
    %37 = circuit.symbol @js_install_constructor
    %38 = circuit.call %26, %37(%27, %31, %33, %34, %35, %36) : (i64, i64, i32, i64, i64, i64) -> ()
    %39 = circuit.constant 0 : i64
    %40 = circuit.constant 128 : !circuit.arch
    %41 = circuit.add %3, %40 : !circuit.arch
    %42, %43 = circuit.load %1, %41 memory <8> : i64
    %44 = circuit.symbol @js_string_constructor
    %45 = circuit.bitcast %44 : !circuit.arch to i32
    %46 = circuit.constant 1 : i64
    %47 = circuit.constant 19 : i64
    %48 = circuit.constant 4 : i64
    %49 = circuit.symbol @js_install_constructor
    %50 = circuit.call %38, %49(%39, %43, %45, %46, %47, %48) : (i64, i64, i32, i64, i64, i64) -> ()
    %51 = circuit.constant 0 : i64
    %52 = circuit.constant 136 : !circuit.arch
    %53 = circuit.add %3, %52 : !circuit.arch
    %54, %55 = circuit.load %1, %53 memory <8> : i64
    %56 = circuit.symbol @js_number_constructor
    %57 = circuit.bitcast %56 : !circuit.arch to i32
    %58 = circuit.constant 1 : i64
    %59 = circuit.constant 20 : i64
    %60 = circuit.constant 5 : i64
    %61 = circuit.symbol @js_install_constructor
    %62 = circuit.call %50, %61(%51, %55, %57, %58, %59, %60) : (i64, i64, i32, i64, i64, i64) -> ()
    %63 = circuit.constant 0 : i64
    %64 = circuit.constant 144 : !circuit.arch
    %65 = circuit.add %3, %64 : !circuit.arch
    %66, %67 = circuit.load %1, %65 memory <8> : i64
    %68 = circuit.symbol @js_boolean_constructor
    %69 = circuit.bitcast %68 : !circuit.arch to i32
    %70 = circuit.constant 1 : i64
    %71 = circuit.constant 21 : i64
    %72 = circuit.constant 6 : i64
    %73 = circuit.symbol @js_install_constructor
    %74 = circuit.call %62, %73(%63, %67, %69, %70, %71, %72) : (i64, i64, i32, i64, i64, i64) -> ()
    %75 = circuit.constant 0 : i64
    %76 = circuit.constant 152 : !circuit.arch
    %77 = circuit.add %3, %76 : !circuit.arch
    %78, %79 = circuit.load %1, %77 memory <8> : i64
    %80 = circuit.symbol @js_error_constructor
    %81 = circuit.bitcast %80 : !circuit.arch to i32
    %82 = circuit.constant 1 : i64
    %83 = circuit.constant 22 : i64
    %84 = circuit.constant 7 : i64
    %85 = circuit.symbol @js_install_constructor
    %86 = circuit.call %74, %85(%75, %79, %81, %82, %83, %84) : (i64, i64, i32, i64, i64, i64) -> ()
    %87 = circuit.constant 0 : i64
    %88 = circuit.constant 160 : !circuit.arch
    %89 = circuit.add %3, %88 : !circuit.arch
    %90, %91 = circuit.load %1, %89 memory <8> : i64
    %92 = circuit.symbol @js_type_error_constructor
    %93 = circuit.bitcast %92 : !circuit.arch to i32
    %94 = circuit.constant 1 : i64
    %95 = circuit.constant 23 : i64
    %96 = circuit.constant 8 : i64
    %97 = circuit.symbol @js_install_constructor
    %98 = circuit.call %86, %97(%87, %91, %93, %94, %95, %96) : (i64, i64, i32, i64, i64, i64) -> ()
    %99 = circuit.constant 0 : i64
    %100 = circuit.constant 168 : !circuit.arch
    %101 = circuit.add %3, %100 : !circuit.arch
    %102, %103 = circuit.load %1, %101 memory <8> : i64
    %104 = circuit.symbol @js_range_error_constructor
    %105 = circuit.bitcast %104 : !circuit.arch to i32
    %106 = circuit.constant 1 : i64
    %107 = circuit.constant 24 : i64
    %108 = circuit.constant 9 : i64
    %109 = circuit.symbol @js_install_constructor
    %110 = circuit.call %98, %109(%99, %103, %105, %106, %107, %108) : (i64, i64, i32, i64, i64, i64) -> ()
    %111 = circuit.constant 0 : i64
    %112 = circuit.constant 176 : !circuit.arch
    %113 = circuit.add %3, %112 : !circuit.arch
    %114, %115 = circuit.load %1, %113 memory <8> : i64
    %116 = circuit.symbol @js_reference_error_constructor
    %117 = circuit.bitcast %116 : !circuit.arch to i32
    %118 = circuit.constant 1 : i64
    %119 = circuit.constant 25 : i64
    %120 = circuit.constant 10 : i64
    %121 = circuit.symbol @js_install_constructor
    %122 = circuit.call %110, %121(%111, %115, %117, %118, %119, %120) : (i64, i64, i32, i64, i64, i64) -> ()
    %123 = circuit.constant 1 : i64
    %124 = circuit.constant 184 : !circuit.arch
    %125 = circuit.add %3, %124 : !circuit.arch
    %126, %127 = circuit.load %1, %125 memory <8> : i64
    %128 = circuit.symbol @js_object_to_string
    %129 = circuit.bitcast %128 : !circuit.arch to i32
    %130 = circuit.constant 0 : i64
    %131 = circuit.symbol @js_install_function
    %132 = circuit.call %122, %131(%123, %127, %129, %130) : (i64, i64, i32, i64) -> ()
    %133 = circuit.constant 7 : i64
    %134 = circuit.constant 184 : !circuit.arch
    %135 = circuit.add %3, %134 : !circuit.arch
    %136, %137 = circuit.load %1, %135 memory <8> : i64
    %138 = circuit.symbol @js_error_to_string
    %139 = circuit.bitcast %138 : !circuit.arch to i32
    %140 = circuit.constant 0 : i64
    %141 = circuit.symbol @js_install_function
    %142 = circuit.call %132, %141(%133, %137, %139, %140) : (i64, i64, i32, i64) -> ()
    %143 = circuit.constant 0 : i64
    %144 = circuit.constant 16 : !circuit.arch
    %145 = circuit.add %3, %144 : !circuit.arch
    %146, %147 = circuit.load %1, %145 memory <8> : i64
    %148 = circuit.constant 55 : i64
    %149 = circuit.symbol @js_install_object
    %150 = circuit.call %142, %149(%143, %147, %148) : (i64, i64, i64) -> ()
    %151 = circuit.constant 3 : i64
    %152 = circuit.constant 40 : !circuit.arch
    %153 = circuit.add %3, %152 : !circuit.arch
    %154, %155 = circuit.load %1, %153 memory <8> : i64
    %156 = circuit.symbol @js_array_map
    %157 = circuit.bitcast %156 : !circuit.arch to i32
    %158 = circuit.constant 1 : i64
    %159 = circuit.symbol @js_install_function
    %160 = circuit.call %150, %159(%151, %155, %157, %158) : (i64, i64, i32, i64) -> ()
    %161 = circuit.constant 3 : i64
    %162 = circuit.constant 184 : !circuit.arch
    %163 = circuit.add %3, %162 : !circuit.arch
    %164, %165 = circuit.load %1, %163 memory <8> : i64
    %166 = circuit.symbol @js_array_to_string
    %167 = circuit.bitcast %166 : !circuit.arch to i32
    %168 = circuit.constant 0 : i64
    %169 = circuit.symbol @js_install_function
    %170 = circuit.call %160, %169(%161, %165, %167, %168) : (i64, i64, i32, i64) -> ()
    %171 = circuit.constant 4 : i64
    %172 = circuit.constant 80 : !circuit.arch
    %173 = circuit.add %3, %172 : !circuit.arch
    %174, %175 = circuit.load %1, %173 memory <8> : i64
    %176 = circuit.symbol @js_string_repeat
    %177 = circuit.bitcast %176 : !circuit.arch to i32
    %178 = circuit.constant 1 : i64
    %179 = circuit.symbol @js_install_function
    %180 = circuit.call %170, %179(%171, %175, %177, %178) : (i64, i64, i32, i64) -> ()
    %181 = circuit.constant 55 : i64
    %182 = circuit.constant 24 : !circuit.arch
    %183 = circuit.add %3, %182 : !circuit.arch
    %184, %185 = circuit.load %1, %183 memory <8> : i64
    %186 = circuit.symbol @js_console_log
    %187 = circuit.bitcast %186 : !circuit.arch to i32
    %188 = circuit.constant 0 : i64
    %189 = circuit.symbol @js_install_function
    %190 = circuit.call %180, %189(%181, %185, %187, %188) : (i64, i64, i32, i64) -> ()
    %191 = circuit.constant 15 : i64
    %192 = circuit.constant 40 : !circuit.arch
    %193 = circuit.add %3, %192 : !circuit.arch
    %194, %195 = circuit.load %1, %193 memory <8> : i64
    %196 = circuit.symbol @js_typed_map
    %197 = circuit.bitcast %196 : !circuit.arch to i32
    %198 = circuit.constant 1 : i64
    %199 = circuit.symbol @js_install_function
    %200 = circuit.call %190, %199(%191, %195, %197, %198) : (i64, i64, i32, i64) -> ()
    %201 = circuit.constant 15 : i64
    %202 = circuit.constant 184 : !circuit.arch
    %203 = circuit.add %3, %202 : !circuit.arch
    %204, %205 = circuit.load %1, %203 memory <8> : i64
    %206 = circuit.symbol @js_array_to_string
    %207 = circuit.bitcast %206 : !circuit.arch to i32
    %208 = circuit.constant 0 : i64
    %209 = circuit.symbol @js_install_function
    %210 = circuit.call %200, %209(%201, %205, %207, %208) : (i64, i64, i32, i64) -> ()
    circuit.return %0, %210
  }
  circuit.func @main() -> i32 {
    circuit.circuit_root
    %0 = circuit.state_entry
    %1 = circuit.depend_entry
    circuit.return_list
    circuit.throw_list
    circuit.constant_list
    circuit.alloca_list
    circuit.arg_list
    %2 = circuit.symbol @js.text
    %3 = circuit.bitcast %2 : !circuit.arch to i32
    %4 = circuit.symbol @js.strings
    %5 = circuit.bitcast %4 : !circuit.arch to i32
    %6 = circuit.constant 24 : i32
    %7 = circuit.symbol @js.install
    %8 = circuit.bitcast %7 : !circuit.arch to i32
    %9 = circuit.symbol @js.method.0.script
    %10 = circuit.bitcast %9 : !circuit.arch to i32
    %11 = circuit.symbol @js_start
    %12, %13 = circuit.call %1, %11(%3, %5, %6, %8, %10) : (i32, i32, i32, i32, i32) -> i32
    circuit.return %0, %12, %13 : i32
  }
}

