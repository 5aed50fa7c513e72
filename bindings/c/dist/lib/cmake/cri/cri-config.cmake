# find_package(cri) defines the target cri::cri. It chooses the library by the compiler, CMAKE_C_FLAGS, and the compile
# options of the folder. CRI_TARGET names the library's folder instead, if these do not say which processor it is.
get_filename_component(_cri_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(_cri_target "${CRI_TARGET}")
if(NOT _cri_target)
    set(_cri_language C)
    if(NOT CMAKE_C_COMPILER)
        set(_cri_language CXX)
    endif()
    separate_arguments(_cri_flags NATIVE_COMMAND "${CMAKE_${_cri_language}_FLAGS}")
    if(CMAKE_${_cri_language}_COMPILER_TARGET)
        list(APPEND _cri_flags "--target=${CMAKE_${_cri_language}_COMPILER_TARGET}")
    endif()
    get_directory_property(_cri_options COMPILE_OPTIONS)
    list(FILTER _cri_options EXCLUDE REGEX "[$]<")
    execute_process(
        COMMAND "${CMAKE_${_cri_language}_COMPILER}" ${_cri_flags} ${_cri_options} -E -P "${_cri_root}/lib/target.h"
        OUTPUT_VARIABLE _cri_target ERROR_VARIABLE _cri_error RESULT_VARIABLE _cri_failed)
    string(STRIP "${_cri_target}" _cri_target)
    if(_cri_failed)
        set(cri_FOUND FALSE)
        set(cri_NOT_FOUND_MESSAGE "${_cri_error}Put the flags in CMAKE_C_FLAGS, or set CRI_TARGET to a folder of ${_cri_root}/lib.")
        return()
    endif()
endif()

if(NOT TARGET cri::cri)
    add_library(cri::cri STATIC IMPORTED GLOBAL)
    set_target_properties(cri::cri PROPERTIES
        IMPORTED_LOCATION "${_cri_root}/lib/${_cri_target}/libcri.a"
        INTERFACE_INCLUDE_DIRECTORIES "${_cri_root}/include")
endif()
